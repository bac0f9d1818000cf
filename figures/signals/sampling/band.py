"""A band and its copies at a rate; where it lands over all rates."""

import numpy as np

from core.numbers import number
from core.signals.sampling.band_sweep import WEAKEST, BandSweep, lines
from figures import marks, theme
from figures.opened import Line, panel
from figures.plot import Array, Cursor, Panel, Plot, Sweep, Views
from figures.signals.sampling.alias import CAN_COME_BACK, add_multiples
from figures.traces import Traces

AXIS = "sampling-band"


def views(result: BandSweep) -> Views:
    """Everything that is drawn of a sweep."""
    return Views(spectrum(result), opened=(arithmetic(result),), more=(landing(result),))


def spectrum(result: BandSweep) -> Plot:
    """The band where it is, its copies at multiples of the rate, and what the samples hold below half the rate."""
    rates, highest = result.sample_rate, 1.12 * result.high
    traces = Traces(len(rates))
    add_multiples(traces, rates, highest, 1.25, showlegend=False)
    traces.add(*_copies(result, highest), "copies", line=theme.THEORY, hoverinfo="skip")
    frequency, strength = lines(result.low, result.high)
    traces.bars(frequency, 0, strength, "the band", theme.GREEN, 3, hoverinfo="skip")
    traces.add(result.spectrum_frequency, result.spectrum, name="in the samples", line=theme.EXPERIMENT)
    band = f"{number(result.low, 6)} to {number(result.high, 6)} Hz"
    summary = f"The band from {band}, its copies, and the spectrum of its samples."
    return traces.plot(
        "sampling-band", summary, 250, Sweep(AXIS, "Sampling rate", len(rates), "Hz", rates, field="band_rate"),
        theme.axis("frequency", "Hz", range=[0, highest]),
        theme.axis("strength", range=[0, 1.25], nticks=3),
        annotations=[CAN_COME_BACK], **theme.legend(84, t=40),
    )  # fmt: skip


def _copies(result: BandSweep, highest: float) -> tuple[Array, Array]:
    """Outlines of m·f_s + band (rising) and m·f_s − band (falling), for every rate."""
    rates, low, high = result.sample_rate[:, None], result.low, result.high
    m = np.arange(-int(high / rates.min()) - 1, int((highest + high) / rates.min()) + 2)
    x = np.stack([m * rates + low, m * rates + low, m * rates + high, m * rates + high,
                  m * rates - high, m * rates - high, m * rates - low, m * rates - low], axis=2)  # fmt: skip
    x = x.reshape(len(rates), -1, 4)
    inside = (x[:, :, 3] > 0) & (x[:, :, 0] < highest)
    most = int(inside.sum(axis=1).max())
    first = np.argsort(~inside, axis=1, kind="stable")[:, :most]
    x = np.take_along_axis(np.where(inside[:, :, None], x, np.nan), first[:, :, None], axis=1)
    rising = np.tile([[0, WEAKEST, 1, 0, np.nan], [0, 1, WEAKEST, 0, np.nan]], (len(m), 1))[first]
    x = np.concatenate([x, np.full((*x.shape[:2], 1), np.nan)], axis=2)
    return x.reshape(len(rates), -1), rising.reshape(len(rates), -1)


def landing(result: BandSweep) -> Plot:
    """Where the band lands over all rates; the stretches of rates that keep it whole are shaded."""
    rates, top = result.sample_rate, result.high
    traces = Traces(len(rates))
    clean = result.clean
    for name in ("landed_low", "landed_high"):
        traces.add(rates, getattr(result, name), name="edges, by folding", line=theme.THEORY)
    some = np.flatnonzero(clean)[::3]
    for name in ("measured_low", "measured_high"):
        traces.dots(rates[some], getattr(result, name)[some], "edges, measured", theme.BLUE)
    traces.add(rates, rates / 2, name="half the rate", line=theme.BOUND, hoverinfo="skip")
    ends = [(one.lowest, min(one.highest, float(rates[-1])), f"zone {one.zone}") for one in result.ranges]
    wide = 0.06 * float(rates[-1] - rates[0])  # as wide as its name
    notes = [marks.at_top((low + high) / 2, zone, "auto") for low, high, zone in ends if high - low > wide]
    summary = "Where the band lands over the sampling rate. Shaded rates keep it whole: 2·high/n to 2·low/(n − 1)."
    return traces.plot(
        "sampling-landing", summary, 215, AXIS,
        theme.axis("sampling rate", "Hz", range=[float(rates[0]), float(rates[-1])]),
        theme.axis("lands at", "Hz", range=[0, 1.14 * max(top, float(rates[-1]) / 2)], nticks=4),
        shapes=[marks.region(low, high) for low, high, _ in ends],
        annotations=[*notes, marks.text(1.36 * top, 0.68 * top, "half the rate ", "right", "bottom")],
        cursor=Cursor(rates, {"y": result.landed_high}),
    )  # fmt: skip


def arithmetic(result: BandSweep) -> Panel:
    """At each rate: where the band lands, with the rule for rates that keep it whole; or about what it folds."""
    rate, low, high, zone = result.sample_rate, result.low, result.high, result.zone.astype(int)
    case = np.where(result.clean, np.where(result.mirrored, 3, np.where(zone > 1, 2, 1)), 0)
    most = np.divide(2 * low, zone - 1, out=np.full(len(zone), np.inf), where=zone > 1)
    rule = (
        " to {to} Hz, {way}. The band lies in zone n = {above}, from (n − 1)·fₛ/2 to n·fₛ/2, as long as "
        "2·high/n = {least} ≤ fₛ{most}"
    )
    upright, beside = "Lands from low − (n − 1)·fₛ/2", "{low} − {below} × {rate} / 2"
    line = Line(("The band folds onto itself and cannot be recovered; it folds at k·fₛ/2",
                 upright, upright, "Lands from n·fₛ/2 − high"),
                ("{above} × {rate} / 2", beside, beside, "{above} × {rate} / 2 − {high}"),
                {"rate": rate, "low": low, "high": high, "below": zone - 1, "above": zone},
                unit="Hz", case=case, digits=6,
                note=("", rule.replace("{way}", "upright").replace("{most}", ""),  # in zone 1 no rate is too high
                      *(rule.replace("{way}", way).replace("{most}", " ≤ 2·low/(n − 1) = {most}")
                        for way in ("upright", "mirrored"))),
                beside={"to": result.landed_high, "least": 2 * high / zone, "most": most})  # fmt: skip
    return panel("sampling-rule", AXIS, len(rate), line)
