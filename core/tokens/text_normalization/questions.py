"""What a reader of /text-normalization guesses first."""

from typing import Any

from core.questions import Amount, Goal, Order, Pick, Question
from core.tokens.text_normalization.params import REDUCTIONS

_FORMS = "café cafe\u0301 ﬁnd find"
_SPELT = "Résumé re\u0301sume\u0301 RESUME resume re\u00adsume"

QUESTIONS: tuple[Question, ...] = (
    Pick(
        name="ran", values={"source": "text", "text": "ran", "part": "endings", "reduction": "none", "read": 1},
        options={"porter": "Porter’s stemmer", "lancaster": "Lancaster’s stemmer", "lemma": "A dictionary"},
        text="Stemming and lemmatisation both reduce words to a base form. Which of these makes “run” of “ran”?",
        truth=lambda its, params: next(name for name, made in zip([*REDUCTIONS][1:], its.choices[0][1], strict=True)
                                       if made == "run"),
        belief=("porter", "A stemmer cuts endings by rules, and “ran” has none to cut. It stays “ran”."),
        why="The past of “run” changes a vowel inside the word: one has to know it, and a dictionary does.",
        next="Press “ran” and “caring” and see which stemmer makes “car” of “caring”.",
    ),
    Amount(
        name="double", unit="words", near=0.1, values={"read": 9_931},
        text="After the first half of a text, 1,268 distinct words have been met. How many are there in the whole, "
             "which is twice as long?",
        truth=lambda its, params: float(its.distinct[its.focus, -1]),
        theory=lambda its, params: float(1268 * 2 ** its.exponent[its.focus, -1]),
        belief=("2536", "A text that is twice as long repeats most of its words, so the distinct ones do not double."),
        why="By Heaps’ law, V = K × n^β, twice the text has 2^β times the distinct words, and β is below 1.",
        next="Drag the words read to 621 and see what the law expects so early.",
    ),
    Amount(
        name="forms", unit="words", near=0.01,
        values={"source": "text", "text": _FORMS, "form": "NFC", "case": "none", "reduction": "none", "read": 4},
        text="A text holds “café” with é as one character and again as e and an accent, and “find” with the letters f "
             "i and again with the ligature ﬁ. NFC is applied, nothing else. How many distinct words are left of 4?",
        truth=lambda its, params: float(its.distinct[-1, -1]),
        belief=("2", "NFC joins only what Unicode holds for the same character. The ligature is another one, which "
                     "merely stands for f i."),
        why="NFC composes e and its accent into é. To replace the ligature takes NFKC or NFKD.",
        next="Choose NFKC and see the ligature go.",
    ),
    Order(
        name="fewest", values={"part": "endings", "reduction": "lancaster", "read": 9_931},
        ends=("fewest words", "most"),
        items={"none": "No stemmer", "porter": "Porter", "snowball": "Snowball", "lancaster": "Lancaster"},
        text="The beginning of a play of Shakespeare is read by three stemmers, and without one. In which order do the "
             "four numbers of distinct words stand?",
        truth=lambda its, params: _ranked(its),
        why="The more rules a stemmer has, and the oftener it applies them, the more words become one.",
        next="Choose “Each step” and read which words Lancaster makes one that the dictionary keeps apart.",
    ),
    Goal(
        name="one", values={"source": "text", "text": _SPELT, "form": "none", "spaces": False, "case": "none",
                            "reduction": "none", "read": 5},
        solution={"source": "text", "text": _SPELT, "form": "none", "case": "fold", "accents": True,
                  "reduction": "none", "read": 5},
        text="A goal: here “resume” is written in 5 ways. Make them one word without changing the text.",
        met=lambda its, params: params.source == "text" and params.text == _SPELT and its.distinct[its.focus, -1] == 1,
        why="Capitals, accents and an invisible soft hyphen each make another word of it, and each needs a step.",
        next="Consider what is lost: a résumé is not the same as to resume.",
    ),
)  # fmt: skip


def _ranked(its: Any) -> list[str]:
    left = dict(zip(REDUCTIONS, its.distinct[:, -1].tolist(), strict=True))
    return sorted((name for name in left if name != "lemma"), key=lambda name: left[name])
