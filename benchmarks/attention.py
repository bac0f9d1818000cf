"""Attention of whole models, and how long a reader of /attention waits, side by side with something in the same run.

    python -m benchmarks.attention [--page]

1. Our small model on 256 tokens: the pass that the page keeps, beside torch's own attention without anything kept; and
   all that the page computes of a text.
2. A model of GPT-2's small shape with random weights on 512 tokens, all heads kept, beside ``transformers`` with
   ``output_attentions``: at most 1.2 times its time.
3. What switching the head costs the server, beside a pass.
4. With --page, in Chromium: a head that is pressed, a head that is switched off (two passes), a new text of 256 tokens
   and a step of the scrub, beside a bare Streamlit app with one slider and one chart.

Sides alternate. The least time of each is printed, and the least of the ratios of neighbours.
"""

import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from benchmarks.timing import in_turns
from core.attention import attention
from core.attention.attention.presets import STORIES
from core.attention.attention.pretrained import read_text
from core.attention.attention.recorded_attention import IMPLEMENTATION, register
from core.models.pretrained import Pretrained
from core.models.text_model import stories
from core.models.transformer import forward
from figures.attention import attention as figures
from ui.figure import payload_of
from ui.state import State

ROUNDS = 15
TOKENS, LONG = 256, 512
LIMIT = 1.2


def compare(ours: Callable[[], object], theirs: Callable[[], object], rounds: int = ROUNDS) -> tuple[float, ...]:
    """Least times of both, and least and median of the ratios of neighbours."""
    pairs = in_turns(ours, theirs, rounds=rounds)
    ratios = pairs[:, 0] / pairs[:, 1]
    return *pairs.min(0).tolist(), float(ratios.min()), float(np.median(ratios))


def show(name: str, told: tuple[float, ...], limit: float | None = None) -> None:
    mine, other, least, median = told
    held = "" if limit is None else f", limit {limit}"
    print(f"{name}: {1000 * mine:.1f} ms against {1000 * other:.1f} ms, ratio {least:.2f} (median {median:.2f}{held})")


def text_of(tokens: int) -> str:
    """Stories with so many tokens, give or take one."""
    model = stories()
    encoding = model.tokenizer.encode(STORIES * 40)
    return (STORIES * 40)[: encoding.spans[tokens - 1][1]]


def small_model() -> None:
    model, text = stories(), text_of(TOKENS)
    tokens = model.batch(model.encode(text, 1_024)[0])
    kept: list[Any] = []

    @torch.inference_mode()
    def with_hook() -> None:
        kept.clear()
        forward(model.transformer, tokens, hook=lambda part, layer, value: kept.append(value))

    @torch.inference_mode()
    def plain() -> None:
        forward(model.transformer, tokens)

    params = attention.Params(text=text)
    show(f"{tokens.shape[1]} tokens, every part told, against torch's attention alone", compare(with_hook, plain))
    show("  all that the page computes, against the same", compare(lambda: attention.compute(params), plain))
    result, state = attention.compute(params), State("attention", attention)
    heads = [replace(params, layer=layer, head=head) for layer in range(4) for head in range(4)]
    turn = iter(range(10**6))

    def switch() -> None:
        now = heads[next(turn) % 16]
        for view in figures.views(attention.focus(result, now), now).all():
            payload_of(view, state, {})

    show("  another head's pictures, against a pass", compare(switch, with_hook))


@dataclass
class Coder:
    """A tokenizer that gives the same tokens for every text."""

    coded: dict[str, Any]

    def __call__(self, text: str, **_: object) -> dict[str, Any]:
        return self.coded

    def convert_ids_to_tokens(self, numbers: list[int]) -> list[str]:
        return list(map(str, numbers))


def gpt2_shape() -> None:
    try:
        import transformers
    except ImportError:
        print("no transformers here")
        return
    register()
    ids = torch.randint(0, 50_257, (1, LONG), generator=torch.Generator().manual_seed(0))
    with torch.random.fork_rng():
        torch.manual_seed(0)
        theirs = transformers.GPT2LMHeadModel(transformers.GPT2Config(attn_implementation="eager")).eval()
    ours = transformers.GPT2LMHeadModel(transformers.GPT2Config(attn_implementation=IMPLEMENTATION)).eval()
    ours.load_state_dict(theirs.state_dict())
    coded = {"input_ids": ids[0].tolist(), "offset_mapping": [(i, i + 1) for i in range(LONG)]}
    named = Pretrained("random", ours, Coder(coded))

    def all_heads() -> Any:
        heads = read_text(named, "x" * LONG, LONG).heads
        parts = zip(heads.rules, torch.from_numpy(heads.query), torch.from_numpy(heads.key), strict=True)
        return torch.stack([rule.weights(query, key) for rule, query, key in parts])

    @torch.no_grad()
    def output_attentions() -> Any:
        return theirs(ids, output_attentions=True)

    difference = (all_heads() - torch.cat(output_attentions().attentions)).abs().max()
    assert difference < 1e-6, difference
    show(
        f"GPT-2 small's shape, {LONG} tokens, all heads, against transformers",
        compare(all_heads, output_attentions, 7),
        LIMIT,
    )


def page() -> None:
    """The same in Chromium, with the tools of ``benchmarks/interaction.py``."""
    import interaction
    from playwright.sync_api import sync_playwright

    interaction.REPEATS = ROUNDS
    servers = [interaction.Server(), interaction.Server(interaction.HERE / "bare_app.py")]
    try:
        for server in servers:
            server.wait()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**interaction.launch_options())
            tabs = [browser.new_context(base_url=server.address, viewport={"width": 1366, "height": 768}).new_page()
                    for server in servers]  # fmt: skip
            measure(interaction, *tabs)
    finally:
        for server in servers:
            server.stop()


def measure(tools: Any, ours: Any, plain: Any) -> None:
    plain.goto("/")
    plain.locator(".js-plotly-plot .js-line").wait_for()
    tools.settle(plain, 500)
    panel = "document.querySelector('.gb-panel .gb-attention, .gb-panel .gb-ablation').closest('.gb-panel')"
    look = f"[{panel}.dataset.digest]"
    turn = iter(range(10**6))

    def pressed(query: str, order: list[int]) -> Callable[[], float]:
        tools.visit(ours, f"/attention?{query}")

        def press() -> float:
            number = order[next(turn) % len(order)]
            head = f".gb-head[aria-label='layer {number // 4}, head {number % 4}']"
            return float(tools.key_press(ours, head, "Enter", look))

        return press

    def compared(name: str, action: Callable[[], float]) -> None:
        mine, theirs = tools.alternate(action, lambda: tools.bare(plain))
        tools.show(f"  {name}", mine, statistics.median(mine) / statistics.median(theirs))

    from core import link

    long, short = (link.query_string(link.encode(attention.Params(text=text_of(size)))) for size in (1_024, TOKENS))
    print("in Chromium, from the key to the picture, ms; ratio to a bare Streamlit app")
    compared("another head, 17 tokens", pressed("", [0, 5, 10, 15]))
    compared(f"another head, {TOKENS} tokens", pressed(short, [0, 5, 10, 15]))
    compared("another head, 1,024 tokens", pressed(long, [0, 5, 10, 15]))
    compared(f"a head off or on, {TOKENS} tokens", pressed(f"{short}&show=off", list(range(15))))
    for name, query in (("17", ""), (str(TOKENS), short), ("1,024", long)):
        tools.visit(ours, f"/attention?{query}")
        tools.show_scrub(f"  scrub, {name} tokens", tools.scrub_steps(ours))
    tools.visit(ours, f"/attention?{short}")
    words = iter(range(10**6))

    def typed() -> float:
        field = ours.locator(".st-key-attention-text textarea")
        field.fill(f"{text_of(TOKENS - 4)} and {next(words)}")
        return float(tools.key_press(ours, ".st-key-attention-text textarea", "Control+Enter", look))

    compared(f"a new text, {TOKENS} tokens", typed)


if __name__ == "__main__":
    small_model()
    gpt2_shape()
    if "--page" in sys.argv:
        page()
