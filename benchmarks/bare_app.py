"""Streamlit as it comes, for comparison: one slider, one line chart, nothing tuned."""

import numpy as np
import plotly.graph_objects as go
import streamlit as st

points = st.slider("Points", 100, 400, 200)
x = np.arange(points + 1)
st.plotly_chart(go.Figure(go.Scatter(x=x, y=np.exp(-x / 80))))
