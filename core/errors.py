"""The one exception that the mathematics raises for input a reader can mend."""


class InputError(ValueError):
    """A value that cannot be used, told as a reader needs it: what, why, and what to do.

    ``field`` is the name of the parameter (the key in the address and on the control).
    The message is one plain sentence, or two: the rule that the value breaks, then the remedy.
    """

    def __init__(self, field: str, value: object, rule: str, remedy: str = "") -> None:
        self.field, self.value, self.rule, self.remedy = field, value, rule, remedy
        super().__init__(f"{field} = {_shown(value)} cannot be used: {rule}." + (f" {remedy}" if remedy else ""))

    def __reduce__(self) -> tuple[type, tuple[str, object, str, str]]:
        # Exceptions are pickled by their args; ours has four, and must survive the way back from a worker.
        return type(self), (self.field, self.value, self.rule, self.remedy)


def _shown(value: object, limit: int = 60) -> str:
    text = value if isinstance(value, str) else repr(value)
    text = text if len(text) <= limit else text[: limit - 1] + "…"
    return f"“{text}”" if isinstance(value, str) else text
