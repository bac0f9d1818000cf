"""What a reader of /spectrogram guesses first."""

from core.questions import Question

QUESTIONS: tuple[Question, ...] = ()
