"""What a reader of /t-test-power guesses first."""

from core.questions import Question

QUESTIONS: tuple[Question, ...] = ()
