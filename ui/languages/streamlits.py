"""What Streamlit writes itself where our readers see it: keys of a file of their own, which a script puts in place.

A test holds that Streamlit still says each of them.
"""

from ui import languages

FILE = "streamlit"
TEXTS = (
    "Skip to main content", "App pages", "{} more", "Expand sidebar", "Collapse sidebar", "Close",
    "Help", "Help for {}",
    "Upload", "file upload", "{}MB per file", "{}MB per file • {}", "Drag and drop a file here",
    "File must be {}MB or smaller.", "{} files are not allowed.", "Only one file is allowed.",
    "Unexpected error. Please try again.", "Upload failed", "Click to retry upload", "Cancel upload of {}", "Remove {}",
    "Record", "Stop recording", "Clear recording", "Download as WAV", "Play", "Pause", "Reset",
    "This app would like to use your microphone.", "Learn how to allow access.",
    "An error has occurred, please try again.",
    "Choose options", "Choose an option", "No results", "Select all", "Clear all", "Clear value", "Selected values",
    "Open",
    "Press Enter to apply", "Press {}+Enter to apply", "Copy to clipboard", "Copied", "Fullscreen", "Close fullscreen",
    "Connecting", "Connecting to Streamlit server", "Error", "Unable to connect to Streamlit server", "Running...",
    "Connection error", "Connection timed out.",
    "Streamlit server is not responding. Are you connected to the internet?",
    "Is Streamlit still running? If you accidentally stopped Streamlit, just restart it in your terminal:",
    "Page not found",
    "The page that you have requested does not seem to exist. Running the app's main page.",
)  # fmt: skip


def texts(language: str) -> dict[str, str]:
    """Those of TEXTS that a language knows."""
    known = {**languages.texts(language, languages.HOUSE), **languages.texts(language, FILE)}
    return {text: known[text] for text in TEXTS if text in known}
