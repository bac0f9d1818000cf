"""Figures of this server for its operator, in the form that Prometheus reads. No reader's text is among them.

The library adds the memory, the processor time and the open files of the process. Streamlit counts its sessions itself,
at ``/_stcore/metrics``. A worker's process counts nothing.
"""

from prometheus_client import Counter, Gauge, Histogram

# Half of all runs take some 20 ms; one that computes here takes up to a second.
SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

CONNECTIONS = Gauge("glassbox_connections", "Pages that are open")
RUNS = Histogram("glassbox_run_seconds", "Runs of whole pages, and how long each took", ["page"], buckets=SECONDS)
ANSWERS = Histogram(
    "glassbox_answer_seconds", "Answers to controls without a run, and how long each took", ["page"], buckets=SECONDS
)
JOBS = Gauge("glassbox_jobs", "Work in other processes", ["state"])
REFUSALS = Counter("glassbox_refusals", "What was turned away", ["what"])
ERRORS = Counter("glassbox_errors", "Errors that nobody foresaw, each a line in the log")
