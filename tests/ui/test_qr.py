"""The link of a page as a QR code."""

from xml.etree import ElementTree

import pytest
import segno
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ui import qr

CLIENT = TestClient(Starlette(routes=qr.routes()))
PLACE = qr.routes()[0].path


@pytest.mark.parametrize("link", ["https://example.org/tokenizer?merges=6", "https://example.org/?text=" + "a" * 1_400])
def test_the_code_is_that_of_the_link(link: str) -> None:
    answered = CLIENT.get(PLACE, params={"link": link})
    assert answered.headers["content-type"] == "image/svg+xml"
    root = ElementTree.fromstring(answered.content)
    across = segno.make(link, error="l", micro=False).symbol_size(scale=4, border=4)[0]
    assert root.attrib["width"] == str(across)


@pytest.mark.parametrize("link", ["", "x" * (qr.LONGEST + 1)])
def test_a_link_that_no_phone_reads_is_refused(link: str) -> None:
    assert CLIENT.get(PLACE, params={"link": link}).status_code == 414
