"""What the guards tell a reader, in the reader's language: that there is no room, and that something of ours failed."""

from ui import languages
from ui.languages import worded

PAGE = """<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="{seconds}">
<style>body {{ font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto; padding: 0 1rem;
color-scheme: light dark; }}</style></head><body><h1>{title}</h1><p>{told}</p></body></html>"""


def busy(language: str, seconds: int) -> str:
    """A page for who finds no room; it asks again by itself after so many seconds."""
    with languages.speaking(language, ""):
        title = worded("Glassbox is busy")
        told = worded("All its places are taken at the moment. "
                      f"This page tries again every {seconds} seconds, and your link keeps its settings.")  # fmt: skip
    return PAGE.format(language=language, title=title, told=told, seconds=seconds)


def apology(word: str) -> str:
    """What a page says of an error that nobody foresaw; ``word`` finds it in the log."""
    return worded(f"Something went wrong on our side, and it has been noted as {word}. "
                  "Reload the page to go on from your link.")  # fmt: skip
