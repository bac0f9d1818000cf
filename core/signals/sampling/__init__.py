"""The sampling explorer: a tone folds, a band lands, amplitudes fall on steps, and a wheel turns backwards.

Each part is a sweep of its own: ``alias_sweep``, ``band_sweep``, ``bits_sweep``, ``wheel_sweep``. The last one,
``decimation``, is a sound of the reader's with fewer samples.
"""

from core.computation import Run, computation
from core.explorer import script
from core.headline import by_result
from core.signals.sampling.alias_sweep import AliasSweep, sweep, with_value
from core.signals.sampling.antialias_filter import nearest_design
from core.signals.sampling.band_sweep import BandSweep, sweep_band, with_rate
from core.signals.sampling.bits_sweep import BitsSweep, sweep_bits
from core.signals.sampling.decimation import Decimation, decimated
from core.signals.sampling.params import Params as Params
from core.signals.sampling.presets import PRESETS as PRESETS
from core.signals.sampling.questions import QUESTIONS as QUESTIONS
from core.signals.sampling.tone_audio import AUDIO_RATE, Audio, audio_of_bits, audio_of_tones
from core.signals.sampling.wheel_sweep import WheelSweep, sweep_wheel

Result = AliasSweep | BandSweep | BitsSweep | WheelSweep | Decimation


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """All steps of the sweep of ``params.part`` at once; ``data`` is the file of a sound.

    A sweep takes a few hundredths of a second on the CPU, less than a way to another device.

    Raises:
        InputError: the file cannot be used, or too little of the sound would remain.
    """
    match params.part:
        case "band":
            return with_rate(sweep_band(params.low, params.high), params.band_rate)
        case "bits":
            return sweep_bits(params.level, params.dither, params.levels)
        case "wheel":
            return sweep_wheel(params.spokes, params.frame_rate, params.revolutions)
        case "sound":
            design = nearest_design(params.filter, params.order)
            return decimated(params.source, data, params.start, params.factor, design, run.report)
    other = params.sample_rate if params.sweep == "frequency" else params.frequency
    return focus(sweep(params.sweep, other, params.tones, params.shown), params)


def focus(result: Result, params: Params) -> Result:
    """The sweep with the step nearest to the chosen value moved onto it."""
    match result:
        case AliasSweep():
            return with_value(result, getattr(params, params.sweep), params.tones)
        case BandSweep():
            return with_rate(result, params.band_rate)
        case WheelSweep():
            return sweep_wheel(params.spokes, params.frame_rate, params.revolutions)  # a millisecond
    return result


def hear(result: Result, params: Params) -> tuple[dict[str, Audio], int]:
    """What of the present part can be heard, by title, and at which rate (Hz) to play it.

    Tones sound for 1.2 s with soft ends; above 20 kHz, where no one hears them, they are left out.
    """
    match result:
        case AliasSweep():
            return audio_of_tones(params.frequency, params.tones, params.sample_rate), AUDIO_RATE
        case BitsSweep():
            return audio_of_bits(params.level, params.bits, params.dither, params.levels), AUDIO_RATE
        case Decimation():
            titles = ("Hear the sound", f"One sample in {params.factor}, no filter", "With the filter in front")
            return dict(zip(titles, result.audio, strict=True)), round(result.sample_rate)
    return {}, AUDIO_RATE


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """The sweep of a part, which is always as long."""
    return {params.swept or "sound": 1}


snippet = script
headline = by_result({  # what theory says of each part
    AliasSweep: ("comes back as", lambda its: its.predicted, "Hz"),
    BandSweep: ("the band lands from", lambda its: its.landed_low, "Hz"),
    BitsSweep: ("signal to noise by the rule", lambda its: its.rule_db[:, int(its.dither == "triangular")], "dB"),
    Decimation: ("half the new rate", lambda its: its.sample_rate / (2 * its.factor), "Hz"),
    WheelSweep: ("speed on film", lambda its: its.predicted, "revolutions a second"),
})  # fmt: skip
