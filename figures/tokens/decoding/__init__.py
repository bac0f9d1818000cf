"""Pictures of /decoding: each part has a module of its own."""

from core.tokens.decoding import Params, Result
from core.tokens.decoding.next_token import Next
from figures.plot import Views
from figures.tokens.decoding import next_view, tree_view


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of the present part."""
    return next_view.views(result) if isinstance(result, Next) else tree_view.views(result)
