"""The fonts that are shipped with the app."""

from ui import assets, document


def test_fonts_are_few_and_each_has_its_licence() -> None:
    files = [assets.ROOT / "fonts" / name for name in assets.FONTS]
    assert sum(path.stat().st_size for path in files) < 300_000
    for path in files:
        family = next(family for family in ("inter", "jetbrains-mono") if path.name.startswith(family))
        assert "SIL Open Font License" in (path.parent / f"{family}-LICENSE.txt").read_text(encoding="utf-8")


def test_every_font_of_the_style_is_served_and_never_swapped_under_the_eye() -> None:
    style = (assets.ROOT / "style.css").read_text(encoding="utf-8")
    for name in assets.FONTS:
        face = next(rule for rule in style.split("@font-face") if f"../{assets.VENDOR}/{name}" in rule)
        assert "font-display: optional" in face  # it is there in time, or waits for the next page


def test_the_text_face_is_asked_for_with_the_document() -> None:
    assert b'as="font" type="font/woff2" href="/glassbox/vendor/inter' in document.furnished(b"<head></head>")
