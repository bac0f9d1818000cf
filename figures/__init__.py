"""Results as figures: plain Plotly data in the house's language of pictures. Knows core, not Streamlit."""
