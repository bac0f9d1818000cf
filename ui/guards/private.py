"""What is not for everybody to see: Streamlit's figures of the server."""

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.settings import Settings


class Private:
    """ASGI middleware: there are no metrics, unless the operator shows them."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.is_public = app, settings.metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].rstrip("/").endswith("/_stcore/metrics") and not self.is_public:
            await Response(status_code=404)(scope, receive, send)
        else:
            await self.app(scope, receive, send)
