"""What a reader of /attention guesses first."""

from core.questions import Question

QUESTIONS: tuple[Question, ...] = ()
