"""Tampered links, in the short form; ``python tests/hostile links`` is the long one."""

import pytest
from hostile import inputs, tampered


@pytest.mark.parametrize("slug", inputs.SLUGS)
def test_a_tampered_link_is_a_state_that_its_own_link_gives_again(slug: str) -> None:
    read = tampered.read(slug, 100, 7, 8)
    assert read.faults == {}
    assert read.mended >= 50
    assert read.drawn >= 1
