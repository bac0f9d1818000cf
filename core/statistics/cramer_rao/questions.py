"""What a reader of /cramer-rao guesses first."""

from core.questions import Question

QUESTIONS: tuple[Question, ...] = ()
