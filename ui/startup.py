"""What is loaded before the first reader comes, so that no reader waits for an import or a compiler."""

import logging
import sys
import time
from importlib.machinery import ModuleSpec

from core.warm_up import warm_up
from ui import assets, cluster, drain
from ui.jobs import POOL
from ui.settings import SETTINGS

LOG = logging.getLogger("glassbox")


def spare_workers() -> None:
    """Has no worker load the main module, as each does unless that is a package's: the script `streamlit` would bring
    Streamlit along.
    """
    main = sys.modules["__main__"]
    main.__spec__ = main.__spec__ or ModuleSpec("ui.__main__", None)


def load() -> None:
    start = time.perf_counter()
    spare_workers()
    POOL.prepare()
    cluster.join(SETTINGS.cluster)
    warm_up()
    POOL.warm(warm_up, lambda: not drain.is_begun())
    assets.warm()
    LOG.info("ready in %.1f s", time.perf_counter() - start)
