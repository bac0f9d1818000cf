"""The mathematics of Glassbox: pure functions over NumPy and torch; knows neither Streamlit nor Plotly."""
