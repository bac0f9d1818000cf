"""What the guards tell a reader, in the reader's language: that there is no room, and that something of ours failed."""

from ui import languages
from ui.languages import worded

PAGE = """<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="{seconds}">
<style>body {{ font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto; padding: 0 1rem;
color-scheme: light dark; }}</style></head><body>{body}</body></html>"""


def busy(seconds: int, *spoken: str) -> str:
    """A page, in one language or in several, for who finds no room; it asks again by itself after so many seconds."""
    said = {language: _busy_in(language, seconds) for language in spoken}
    body = "".join(f'<div lang="{each}"><h1>{title}</h1><p>{words}</p></div>' for each, (title, words) in said.items())
    return PAGE.format(language=spoken[0], title=said[spoken[0]][0], body=body, seconds=seconds)


def _busy_in(language: str, seconds: int) -> tuple[str, str]:
    with languages.speaking(language, ""):
        return worded("Glassbox is busy"), worded(
            "All its places are taken at the moment. "
            f"This page tries again every {seconds} seconds, and your link keeps its settings.")  # fmt: skip


def apology(word: str) -> str:
    """What a page says of an error that nobody foresaw; ``word`` finds it in the log."""
    return worded(f"Something went wrong on our side, and it has been noted as {word}. "
                  "Reload the page to go on from your link.")  # fmt: skip
