"""What a reader of /decoding guesses first."""

from core.questions import Axis, Goal, Pick, Question, Sketch
from core.swept_rows import nearest
from core.tokens.decoding.presets import SCORES
from core.tokens.decoding.search import Search

_COUNTS = ("none", "one", "two", "three")

QUESTIONS: tuple[Question, ...] = (
    Pick(
        name="order", values=SCORES, options={"one": "One", "two": "Two", "three": "Three"},
        text="Three tokens have the scores 3, 2 and 1. They are divided by T = 0.5, then top-p keeps the likeliest "
             "ones until they hold p = 0.8. How many tokens are kept?",
        truth=lambda its, params: _COUNTS[int(its.kept[nearest(its.values, params.top_p)])],
        belief=("two", "Two are kept if the cut comes first, for then the first token holds 0.665. The order matters."),
        why="Divided by T = 0.5 the scores are 6, 4 and 2, and the first token holds 0.867 by itself.",
        next="Turn on “Cut first, then divide by the temperature”.",
    ),
    Pick(
        name="wider", values={"part": "search", "text": "Yesterday"},
        options={"beam": "The text of the beam", "greedy": "The text of greedy decoding", "same": "Both are alike"},
        text="Greedy decoding takes the likeliest token each time. Beam search keeps the 4 best texts at each step. "
             "Both go on with “Yesterday”. Which text is more probable in the end?",
        truth=lambda its, params: _more_probable(its),
        belief=("beam", "A wider beam often finds a more probable text, but nothing guarantees it: what falls out of "
                        "the beam early is lost."),
        why="Names fill the beam at first, and the one with which the best text begins falls out of it.",
        next="Set the width to 1: this is greedy decoding.",
    ),
    Sketch(
        name="entropy", values={"draws": 1_000}, x=Axis("temperature", 0.05, 5.0, log=True),
        y=Axis("entropy", 0.0, 10.0, "bits"),
        text="After “Once Rose”, four tokens share nearly all probability; 824 others share the rest. Draw the entropy "
             "of the next token, from T = 0.05 to T = 5.",
        truth=lambda its, params: (its.values, its.surprise),
        theory=lambda its, params: (its.values, its.entropy),
        why="Up to T = 1 only the four tokens count, at most 2 bits; then the many others take over.",
        next="Drag top-k down to 4: the entropy stays below 2 bits at every temperature.",
    ),
    Goal(
        name="home", values={"part": "search", "text": "Mary and John went", "width": 10, "penalty": 0.0},
        solution={"part": "search", "text": "Mary and John went", "width": 10, "penalty": 1.0},
        text="A goal: the best text of the beam is the shorter one. Leave the prompt as it is, and make the beam "
             "prefer a text that ends in “they went home”.",
        met=lambda its, params: isinstance(its, Search) and params.way == "beam" and params.text == "Mary and John went"
            and its.texts[its.history[-1][0].tokens].rstrip().endswith("they went home."),
        why="A sum of logarithms falls with every token; divided by the length it no longer does.",
        next="Find the smallest α that does it.",
    ),
)  # fmt: skip


def _more_probable(its: Search) -> str:
    """Whether the best text of the beam or that of greedy decoding has the larger sum."""
    best = its.history[-1][0]
    if best.tokens == its.greedy.tokens:
        return "same"
    return "beam" if best.total > its.greedy.total else "greedy"
