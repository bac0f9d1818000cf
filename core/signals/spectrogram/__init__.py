"""The spectrogram explorer: one sound under one window of many lengths, and the trade of time against frequency.

Frames stand ``hops`` to a window's length, so every length has a grid of its own: a short window many frames of few
bins, a long one few frames of many. All lengths go through in one call on the device (``core.sound.block_maxima``).
"""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from core.computation import Run, computation
from core.device import Device
from core.errors import InputError
from core.explorer import script
from core.headline import Headline
from core.numbers import number
from core.signals.spectrogram.excerpt import BUILT_IN_RATE, OPENING, cut, make
from core.signals.spectrogram.excerpt_rasters import envelope, fine, hop_and_points, pictures, scrubbed, smooth_hop
from core.signals.spectrogram.params import Params as Params
from core.signals.spectrogram.presets import PRESETS as PRESETS
from core.signals.spectrogram.questions import QUESTIONS as QUESTIONS
from core.signals.spectrogram.result import Result as Result
from core.signals.spectrogram.result import milliseconds_of
from core.signals.spectrogram.window_lengths import LONGEST, lengths, spectrum_points, trade, trade_at, with_item
from core.sound.decode_cache import brought
from core.sound.files import Sound
from core.sound.frequency_axis import MELS
from core.sound.inverse_stft import reconstruct
from core.sound.windows import sample
from core.swept_rows import nearest

AUDIO_SECONDS = 5.0
MOST_KEPT = 1 << 19  # samples of an excerpt, so that one picture of it takes a tenth of a second: ten seconds at 48 kHz
DECODING = 0.2  # the share of the time that decoding takes, about
WORTH_A_GPU = 400_000_000  # points of transforms, below which looking for one takes longer than the work


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The spectrograms of an excerpt of sound, one for each length of the window. ``auto`` keeps short work on the CPU.

    Raises:
        InputError: there is no sound, it cannot be read, or a setting does not fit it.
    """
    return _computed(params, data, run, every_length=True)


@computation
def preview(params: Params, data: bytes | None, run: Run) -> Result:
    """``compute`` with the picture of the present length alone, in the places of all."""
    return _computed(params, data, run, every_length=False)


def _computed(params: Params, data: bytes | None, run: Run, *, every_length: bool) -> Result:
    sound, decoding = _sound(params, data, run.report), DECODING if params.brought else 0.0
    excerpt = cut(sound, params.start, params.end, params.rate if params.brought else 0)
    low, high = params.band(excerpt.sample_rate)
    samples = excerpt.last - excerpt.first
    # Beyond the longest window the number of samples changes nothing, and would defeat the cache. Windows see beyond
    # the excerpt, so that a close look does not take long ones away.
    enough = min(round(excerpt.whole * excerpt.sample_rate), math.ceil(LONGEST * excerpt.sample_rate))
    traded = trade(params.shape, float(excerpt.sample_rate), enough, params.hops, params.tones_apart)
    small = transforms(params, samples, float(excerpt.sample_rate), (low, high))["points"] < WORTH_A_GPU
    where: Device = "cpu" if run.requested == "auto" and small else run.requested
    milliseconds = milliseconds_of(traded.lengths, excerpt.sample_rate)
    here = nearest(milliseconds, params.length)
    drawn = traded.lengths if every_length else traded.lengths[here : here + 1]
    windows = [sample(params.shape, length) for length in drawn.tolist()]
    layout = params.layout(low, high)

    def progress(fraction: float) -> None:
        run.report(decoding + (1 - decoding) * fraction)

    progress(0.0)
    grids = pictures(excerpt, windows, layout, where, progress)
    repeated = 1 if every_length else len(traded.lengths)
    result = Result(
        sample_rate=excerpt.sample_rate,
        start=excerpt.start,
        end=excerpt.end,
        whole=excerpt.whole,
        low=low,
        high=high,
        trade=traded,
        pictures=tuple(scrubbed(one) for one in grids) * repeated,
        fine=tuple(fine(one) for one in grids) * repeated,
        wave=envelope(excerpt.samples_in_view),
        audio=excerpt.samples_in_view[: round(AUDIO_SECONDS * excerpt.sample_rate)].copy(),
        # A copy, which does not hold on to the whole of the decoded sound; of a long excerpt nothing.
        excerpt=replace(excerpt, samples=excerpt.samples.copy()) if len(excerpt.samples) <= MOST_KEPT else None,
        remarks=excerpt.remarks,
        device=grids[0].device,
    )
    if not every_length:
        length = 1000 * _looked_at(result, params)[1] / excerpt.sample_rate
        missing = f"Drawn so far: {number(length, 3)} ms. The other lengths are being computed."
        result = replace(result, remarks=(*result.remarks, missing))
    return focus(result, params)


def focus(result: Result, params: Params) -> Result:
    """``result`` with the nearest step moved onto the length that is looked at, and what the inverse brings back there.

    Where the frames settle the levels between them, the picture at rest there has those, too. Of a long excerpt, whose
    picture would take the server too long in every run, the steps stay as they are.
    """
    even = result.even or result
    step, length = _looked_at(even, params)
    if step == result.step and length == result.trade.lengths[step]:
        return result
    window, changed = sample(params.shape, length), dict[str, Any]()
    moved = length != even.trade.lengths[step]
    if even.excerpt is not None and (moved or (params.settled and even.trade.hops[step] > smooth_hop(even.excerpt))):
        layout = params.layout(even.low, even.high)
        grid = pictures(even.excerpt, [window], layout, settled=params.settled)[0]
        changed["fine"] = with_item(even.fine, step, fine(grid))
        if moved:
            one = trade_at(params.shape, float(even.sample_rate), (length,), params.hops, params.tones_apart)
            changed["trade"] = even.trade.with_step(step, one)
            changed["pictures"] = with_item(even.pictures, step, scrubbed(grid))
    found = replace(even, **changed, remarks=result.remarks, even=even, step=step)
    if not found.trade.nonzero[step]:
        return found
    rebuilt, error = reconstruct(found.audio, window, int(found.trade.hops[step]), length)
    return replace(found, rebuilt=rebuilt, error=error)


def _looked_at(even: Result, params: Params) -> tuple[int, int]:
    """The step that is looked at, and the samples of its window."""
    step, lengths = even.index_of(params.length), even.trade.lengths
    if even.excerpt is None:
        return step, int(lengths[step])
    return step, int(np.clip(round(params.length / 1000 * even.sample_rate), lengths[0], lengths[-1]))


def _sound(params: Params, data: bytes | None, report: Callable[[float], None]) -> Sound:
    if not params.brought:
        return make(params.source, params.seconds, params.rate, params.separation)
    return brought(data, params.source, lambda fraction: report(DECODING * fraction))


def transforms(params: Params, samples: int, rate: float, band: tuple[float, float]) -> Counter[str]:
    """Of the spectrograms at all lengths: how many, and the points of the transforms of all their frames."""
    layout, total = params.layout(*band), Counter[str]()
    for length in lengths(rate, round(LONGEST * rate) + 1, params.hops).tolist():
        hop, points = hop_and_points(length, samples, rate, layout)
        of_frames = (1 + samples // hop) * points
        total.update({"lengths": 1, "points": of_frames, "beyond the cache": of_frames * (points > 1 << 17)})
    return total


def headline(result: Result, params: Params) -> Headline:
    """Δt·Δf of the window at each of its lengths."""
    return Headline("Δt·Δf", result.trade.fact("product"))


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """What is transformed, and found out about the window."""
    rate = params.rate or (44_100 if params.brought else BUILT_IN_RATE)
    try:
        band = params.band(rate)
    except InputError:  # of a reader's sound, whose rate is known only once it is decoded
        band = (0.0, rate / 2)
    opened = params.end - params.start if params.end else OPENING
    found = transforms(params, round((opened if params.brought else params.seconds) * rate), float(rate), band)
    mel = found["points"] * (params.scale in MELS)
    return {**found, "mel": mel, "two tones": spectrum_points(float(rate), params.tones_apart)}


def snippet(params: Params) -> str:
    """Python that prints the same sweep."""
    picture = "picture = result.pictures[result.index_of(params.length)]"
    return script(params, "print(result.table().to_string())",
                  f"{picture}  # .power, .edges (Hz), .start and .column_seconds")  # fmt: skip
