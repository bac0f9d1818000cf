"""Pictures of /generated-text: each part has a module of its own."""

from core.tokens.generated_text import Params, Result
from core.tokens.generated_text.speculative import Speculative
from core.tokens.generated_text.trap import Trap
from figures.plot import Views
from figures.tokens.generated_text import forcing_view, speculative_view, trap_view


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of the present part."""
    match result:
        case Trap():
            return trap_view.views(result)
        case Speculative():
            return speculative_view.views(result)
    return forcing_view.views(result)
