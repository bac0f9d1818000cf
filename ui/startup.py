"""What is loaded before the first reader comes, so that no reader waits for an import or a compiler."""

import logging
import time

from core.warm_up import warm_up
from ui import assets, cluster, drain
from ui.jobs import POOL
from ui.settings import SETTINGS

LOG = logging.getLogger("glassbox")


def load() -> None:
    start = time.perf_counter()
    POOL.prepare()
    cluster.join(SETTINGS.cluster)
    warm_up()
    POOL.warm(warm_up, lambda: not drain.is_begun())
    assets.warm()
    LOG.info("ready in %.1f s", time.perf_counter() - start)
