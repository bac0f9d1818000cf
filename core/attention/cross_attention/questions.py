"""What a reader of /cross-attention guesses first."""

from core.questions import Question

QUESTIONS: tuple[Question, ...] = ()
