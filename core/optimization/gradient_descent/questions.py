"""What a reader of /gradient-descent guesses first."""

from core.questions import Question

QUESTIONS: tuple[Question, ...] = ()
