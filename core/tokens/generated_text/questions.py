"""What a reader of /generated-text guesses first."""

import numpy as np

from core.questions import Axis, Goal, Mark, Pick, Question
from core.swept_rows import nearest
from core.tokens.generated_text.forcing import Forcing
from core.tokens.generated_text.presets import TRAP
from core.tokens.generated_text.speculative import CONTEXTS
from core.tokens.generated_text.trap import TEMPERATURES, Trap

_HEATS = {"cold": 0.05, "one": 1.0, "hot": 2.0}
OTHER_STORY = "Sarah and Paul went to the river. Sarah found a coat and gave it to Paul. Paul was happy."
AS_BEFORE = 1.0  # bits: a loss that differs by less is as before

QUESTIONS: tuple[Question, ...] = (
    Pick(
        name="recovers", values={"story": OTHER_STORY},
        options={"high": "It stays higher to the end", "back": "It soon is as before", "lower": "It falls below"},
        text="A model reads a true story with one wrong word in the first sentence. All words after it are the true "
             "ones again. How does the loss of these true words go on?",
        truth=lambda its, params: _afterwards(its, params.place),
        belief=("high", "An error that stays in the text is one word among many: the true words after it say what "
                        "the story is about. It is without them, running free, that the model seldom comes back."),
        why="The next true token costs a lot; from then on the true words tell the model where it is.",
        next="Compare with the line of the text that runs free.",
    ),
    Pick(
        name="like-true", values=TRAP,
        options={"cold": "T = 0.05, nearly the likeliest text", "one": "T = 1, as it was trained", "hot": "T = 2"},
        text="A model has learned from true stories. It writes at three temperatures, and each time we take the mean "
             "of −log₂ p of its tokens. At which temperature is that mean nearest to the one of true stories?",
        truth=lambda its, params: _nearest_to_true(its),
        belief=("cold", "The likeliest text is more probable than true text: people surprise now and then, and the "
                        "likeliest text hardly ever does."),
        why="What is drawn at T = 1 is drawn by the probabilities that were learned from true stories.",
        next="Drag to T = 1 and read the sample.",
    ),
    Mark(
        name="accepted", values={"part": "speculative", "context": 1},
        axis=Axis("accepted", 0.0, 100.0, "%"),
        text="A draft sees only the last token of the text and proposes the next one. In how many of 100 draws does "
             "the model, which sees all, accept it?",
        truth=lambda its, params: 100 * float(its.simulated[nearest(CONTEXTS, params.context)]),
        theory=lambda its, params: 100 * float(its.rate[nearest(CONTEXTS, params.context)]),
        near=0.08,
        why="Grammar needs few tokens, but who gives what to whom stands further back.",
        next="Drag to the right and see from how many tokens on the draft is nearly always accepted.",
    ),
    Goal(
        name="rescue", values={**TRAP, "temperature": 2.0}, solution={**TRAP, "temperature": 2.0, "min_p": 0.1},
        text="A goal: at T = 2 most words are none. Stay at T = 2 and cut the tail, so that fewer than 2 % of the "
             "words are unknown to the stories, and no more than 10 % of runs are repeated.",
        met=lambda its, params: isinstance(its, Trap) and params.temperature == TEMPERATURES[-1]
            and _last(its.strange) < 0.02 and _last(its.repeated) <= 0.1,
        why="Each token of the tail is improbable, but there are hundreds of them, and one leads to the next. A cut "
            "takes them all away.",
        next="Try top-p alone: how small must p be?",
    ),
)  # fmt: skip


def _last(row: np.ndarray) -> float:
    return float(row[-1])


def _nearest_to_true(its: Trap) -> str:
    gaps = {name: abs(float(its.bits[nearest(TEMPERATURES, heat)]) - its.true_bits) for name, heat in _HEATS.items()}
    return min(gaps, key=lambda name: gaps[name])


def _afterwards(its: Forcing, place: int) -> str:
    """How the losses of the second half of the story stand to those without the wrong token, on average."""
    row, half = min(place, len(its.wrong)) - 1, len(its.loss) // 2
    extra = float(np.mean((its.after[row] - its.loss)[half:]))
    return "back" if abs(extra) < AS_BEFORE else "high" if extra > 0 else "lower"
