"""What a reader of /sampling guesses first."""

from core.questions import Question

QUESTIONS: tuple[Question, ...] = ()
