"""What an operator and a proxy ask of this server: whether it takes readers, and its figures."""

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ui import cluster, drain, metrics
from ui.assets import base
from ui.settings import SETTINGS, Settings

UNKEPT = {"Cache-Control": "no-store"}


async def _health(_: Request) -> Response:
    """Before all is loaded here, whoever asks waits; while workers load, readers are better led to another server."""
    warm = all(pool.is_warm() for pool in cluster.pools())
    text, status = ("draining", 503) if drain.is_begun() else ("ok", 200) if warm else ("warming", 503)
    return PlainTextResponse(text, status, headers=UNKEPT)


async def _figures(_: Request) -> Response:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST, headers=UNKEPT)


def routes(settings: Settings = SETTINGS) -> list[Route]:
    metrics.JOBS.labels("waiting").set_function(lambda: sum(pool.waiting() for pool in cluster.pools()))
    metrics.JOBS.labels("running").set_function(lambda: sum(pool.running() for pool in cluster.pools()))
    public = [Route(f"{base()}/metrics", _figures)] if settings.metrics else []
    return [Route(f"{base()}/healthz", _health), *public]
