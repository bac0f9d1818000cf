"""What a reader of /tokenizer guesses first."""

from core.questions import Question

QUESTIONS: tuple[Question, ...] = ()
