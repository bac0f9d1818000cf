"""So much at once, and then so much a second: a bucket that fills again."""

import time
from collections.abc import Callable


class Allowance:
    """``burst`` at once, and ``rate`` a second from then on."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.left, self.at = burst, clock()

    def take(self) -> float:
        """Takes one. Returns the seconds until it is due: 0 where there is one left."""
        self.refill()
        self.left -= 1
        return max(0.0, -self.left / self.rate)

    def take_if_due(self) -> bool:
        """Takes one where there is one left."""
        self.refill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def spend(self, much: float) -> None:
        """Takes so much, also what is not there: that is owed."""
        self.refill()
        self.left -= much

    def due(self) -> float:
        """Seconds until something is left: 0 where something is."""
        self.refill()
        return max(0.0, -self.left / self.rate)

    def refill(self) -> bool:
        """Brings it up to date. Returns whether it is full again, so that it need not be kept."""
        now = self.clock()
        self.left, self.at = min(self.burst, self.left + (now - self.at) * self.rate), now
        return self.left >= self.burst
