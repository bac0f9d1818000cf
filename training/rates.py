"""The learning rate over a training: up at first, then level, then down."""


def rate_at(share: float) -> float:
    """The factor of the rate when ``share`` of the training is done: level from 0.02 to 0.6, then down to 2 %."""
    return min(1.0, share / 0.02, max(0.02, (1 - share) / 0.4))
