"""The exceptions that the mathematics raises for input a reader can mend."""

from core.numbers import count, exact


class InputError(ValueError):
    """A value that cannot be used, told as a reader needs it: what, why, and what to do.

    ``field`` is the name of the parameter (the key in the address and on the control). ``rule`` says what must hold
    ("it must lie below the ceiling, 0 dB") or what is missing ("there is no such choice"), never what the value would
    be if it could be used. ``str()`` is a plain sentence or two: the value, the rule that it breaks, the remedy.
    """

    def __init__(self, field: str, value: object, rule: str, remedy: str = "") -> None:
        self.field, self.value, self.rule, self.remedy = field, value, rule, remedy
        super().__init__(field, value, rule, remedy)  # all of them: exceptions are pickled by their arguments

    def at(self, label: str) -> str:
        """The sentences for a reader who knows the field by ``label``."""
        return f"{label} = {quoted(self.value)} cannot be used: {self.rule}. {self.remedy}".rstrip()

    def kept(self) -> "InputError":
        """Itself without the frames that it came through, which hold all that was at hand there."""
        self.__cause__ = self.__context__ = None
        return self.with_traceback(None)

    def __str__(self) -> str:
        return self.at(self.field)


class MissingInput(InputError):  # noqa: N818 — not an error of the reader
    """Nothing is wrong, but something is not there yet: no text written, no file chosen."""

    @classmethod
    def no_file(cls, remedy: str) -> "MissingInput":
        """No file is chosen; ``remedy`` names what can be."""
        return cls("file", None, "No file is chosen yet (a link does not carry one)", remedy)

    def at(self, label: str) -> str:
        return f"{self.rule}. {self.remedy}".rstrip()


class Unopened(InputError):  # noqa: N818 — not an error of the reader's
    """A link or a file that holds nothing of the kind that can be opened: there is no value to tell."""

    def at(self, label: str) -> str:
        return f"{label} cannot be opened: {self.rule}. {self.remedy}".rstrip()


class Unheld(MissingInput):
    """A text that a link names and does not hold, because no link would."""

    @classmethod
    def by_link(cls, field: str) -> "Unheld":
        """The link says that it lacks this setting."""
        return cls(field, None, "it is too long for a link", "Ask for a session file, or bring it again.")

    def at(self, label: str) -> str:
        return f"“{label}” did not come with the link: {self.rule}. {self.remedy}".rstrip()


class Unfinished(MissingInput):
    """Nothing is wrong with the input, but no result came: too many wait, it took too long, its process died."""


def quoted(value: object, limit: int = 60) -> str:
    """A value as a sentence shows it: a text in quotation marks, numbers as everywhere, what is too long cut off."""
    if isinstance(value, float):
        return exact(value)
    text = value if isinstance(value, str) else count(value) if type(value) is int else repr(value)
    text = text if len(text) <= limit else text[: limit - 1] + "…"
    return f"“{text}”" if isinstance(value, str) else text
