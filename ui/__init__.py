"""The frame that every page stands in: shell, controls, figures, links, uploads, jobs. All of Streamlit is here."""
