"""What a reader of /quantization guesses first."""

from core.questions import Question

QUESTIONS: tuple[Question, ...] = ()
