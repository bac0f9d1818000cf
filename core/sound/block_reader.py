"""A file of sound read in small blocks from start to end, and the blocks added up to one channel."""

import io
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import soundfile
from jaxtyping import Float32

BLOCK = 4_096  # frames: what is lost where a file breaks off in the middle of a block

Block = Float32[np.ndarray, "frames channels"]


class Stream(soundfile.SoundFile):  # type: ignore[misc]
    """A file that is read from start to end.

    soundfile seeks to where it stands after every block of a seekable file. That fails at the end of a FLAC whose
    header leaves its length open, and loses the block.
    """

    def __init__(self, data: bytes) -> None:
        super().__init__(_Memory(data))

    def seekable(self) -> bool:
        return False

    def blocks(self) -> Iterator[Block]:
        """Views of one buffer, each valid until the next.

        Raises:
            soundfile.LibsndfileError: the rest cannot be decoded.
        """
        buffer = np.empty((BLOCK, self.channels), np.float32)
        while len(block := self.read(out=buffer)):
            yield block


class _Memory(io.BytesIO):
    """Bytes as a file in which a seek to an impossible place, which a forged header asks for, leads nowhere."""

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        try:
            return super().seek(offset, whence)
        except (OverflowError, ValueError):
            return self.tell()


@dataclass
class Mix:
    """The mean over channels of all blocks so far, and what was met on the way.

    ``samples`` is longer than the ``frames`` that are filled, until ``finish``. ``not_finite`` counts values that
    became 0; ``peak`` is the largest magnitude of the mean, ``loudest`` that of any channel.
    """

    samples: Float32[np.ndarray, " capacity"]
    frames: int = 0
    not_finite: int = 0
    peak: float = 0.0
    loudest: float = 0.0

    def add(self, block: Block) -> None:
        finite = np.isfinite(block)
        if not finite.all():
            self.not_finite += int(finite.size - finite.sum())
            block = np.where(finite, block, np.float32(0))
        mean = block.mean(axis=1, dtype=np.float64)
        end = self.frames + len(block)
        if end > len(self.samples):
            # In place: the memory is extended, not copied, where the system can.
            self.samples.resize(max(end, len(self.samples) * 3 // 2), refcheck=False)
        self.samples[self.frames : end] = mean
        self.frames = end
        self.peak = max(self.peak, float(np.abs(mean).max(initial=0.0)))
        self.loudest = max(self.loudest, float(np.abs(block).max(initial=0.0)))

    def finish(self) -> None:
        """Gives back the memory that is not filled, and divides by the peak where that is beyond full scale, 1."""
        self.samples.resize(self.frames, refcheck=False)
        if self.peak > 1:
            self.samples /= np.float32(self.peak)
            np.clip(self.samples, -1.0, 1.0, out=self.samples)  # rounding
