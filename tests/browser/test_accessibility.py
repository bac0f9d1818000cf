"""Pages by the rules of axe-core (WCAG and its best practices)."""

from collections.abc import Callable

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from driving import visit
from playwright.sync_api import Page

# Serious or critical, in what is ours: Streamlit's own header, sidebar and folds are not.
FOUND = """async () => {
    const { violations } = await axe.run({ include: [[".stMainBlockContainer"]] });
    const parts = ".gb-control, .gb-figure, .gb-panel, .stHtml";
    const ours = (node) => document.querySelector(node.target[0])?.closest(parts);
    return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).flatMap(({ id, nodes }) =>
        nodes.filter(ours).map(({ target, failureSummary }) => `${id}: ${target[0]}: ${failureSummary}`));
}"""


@pytest.mark.parametrize("slug", ["tokenizer", "cross-attention"])
def test_axe_finds_nothing_serious_on_the_page(new_page: Callable[..., Page], slug: str) -> None:
    page = new_page()
    visit(page, f"/{slug}")
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(FOUND) == []
