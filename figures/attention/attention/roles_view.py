"""What heads do: five scores with a definition each, the best heads first."""

import math

from core.attention.attention import Result
from core.models.head_scores import Role, best_heads
from core.numbers import fixed
from figures.attention.attention.head_views import AXIS, called, head_map
from figures.plot import Panel, Row

MOST_HEADS = 5  # heads of a role
DEFINED: dict[Role, tuple[str, str]] = {
    "previous token": ("mean weight on the token just before", "it has no token before another"),
    "induction": ("mean weight on what came next after earlier occurrences of the query’s own token",
                  "no token comes again with something between"),
    "duplicate token": ("mean weight on earlier occurrences of the query’s own token", "no token comes again"),
    "first token": ("mean weight on the first place", "it has no token before another"),
    "positional": ("share of the weights that a rule of the distance alone explains",
                   "it has no token before another, or its queries look ahead"),
}  # fmt: skip


def views(result: Result) -> Row:
    """The roles with their best heads, and the weights of the head in sight."""
    title = f"The weights of {called(result)}"
    return Row((roles(result), head_map("attention-of-role", result.reading.changed, result, title)))


def roles(result: Result) -> Panel:
    """A list for each role: its definition, the heads that score best, or why there is no score."""
    import torch  # the scores are ranked by the function that the tests know

    listed = []
    for role, scores in result.reading.changed.roles.items():
        ranked = [one for one in best_heads(torch.from_numpy(scores)) if not math.isnan(one.score)][:MOST_HEADS]
        defined, missing = DEFINED[role]
        heads = [[one.layer, one.head, one.score] for one in ranked]
        why = "" if heads else f"This text has no such score: {missing}."
        sure = _sureness(result, role) if heads else ""
        listed.append({"role": role.capitalize(), "defined": defined, "heads": heads, "why": why, "sure": sure})
    header = {"roles": listed, "chosen": [result.layer, result.head]}
    return Panel("attention-roles", "attention/attention/roles.js", AXIS, result.reading.changed.time, header, {})


def _sureness(result: Result, role: Role) -> str:
    """How many queries the role's scores are means of, and what a head gets that looks everywhere alike."""
    cache = result.reading.changed
    many = cache.role_queries[role]
    alike = " or ".join(dict.fromkeys(fixed(each, 3) for each in cache.roles_alike[role]))
    means = f"a mean over {many:,} queries" if many > 1 else "from 1 query alone"
    return f"Each score is {means}; a head that looks at all keys alike would have {alike}."
