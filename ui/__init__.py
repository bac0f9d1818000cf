"""The frame that every page stands in: shell, controls, figures, links, uploads, jobs. All of Streamlit is here."""

import os

# One thread for each computation of torch and NumPy, here and in the workers: the other cores are other readers'. On
# matrices as small as ours several cost more than they gain. Read when either is loaded, which modules of this package
# do; an operator's own choice stands.
os.environ.setdefault("OMP_NUM_THREADS", "1")
