"""What a reader of /attention-by-hand guesses first."""

from core.questions import Question

QUESTIONS: tuple[Question, ...] = ()
