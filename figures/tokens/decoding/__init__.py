"""Pictures of /decoding: each part has a module of its own."""

from core.tokens.decoding import Params, Result
from core.tokens.decoding.next_token import Next
from core.tokens.decoding.search import Search
from core.tokens.decoding.speculative import Speculative
from core.tokens.decoding.trap import Trap
from figures.plot import Views
from figures.tokens.decoding import forcing_view, next_view, speculative_view, trap_view, tree_view


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of the present part."""
    match result:
        case Next():
            return next_view.views(result)
        case Search():
            return tree_view.views(result)
        case Speculative():
            return speculative_view.views(result)
        case Trap():
            return trap_view.views(result)
    return forcing_view.views(result)
