"""Every picture of every page is one that Plotly knows, under a name that no other on the page has."""

import pytest
from every_view import case, names
from plotly_check import validate

from figures.plot import Plot


@pytest.mark.parametrize(("slug", "name"), [*names()])
def test_every_picture_is_valid_plotly_under_a_name_of_its_own(slug: str, name: str) -> None:
    views = case(slug, name).views.all()
    called = [view.name for view in views]
    assert len(called) == len(set(called))
    for view in views:
        if isinstance(view, Plot):
            validate(view)
