"""Seconds of processor that everybody who takes part has used: what a question costs, and how much of it the client."""

import os
from collections import Counter

import psutil

KINDS = (("haproxy", "the proxy"), ("streamlit", "servers"), ("multiprocessing", "workers"), ("supervisor", "servers"))


def used(servers: psutil.Process) -> Counter[str]:
    """By who it was: of the process that starts the servers, of this one, and of all that they have started."""
    told: Counter[str] = Counter()
    family = [servers, *servers.children(recursive=True)]
    ours = {one.pid for one in family}
    for one in family:
        told[_kind(one, "workers")] += _seconds(one)
    for one in psutil.Process().children(recursive=True):
        if one.pid not in ours:
            told["browsers"] += _seconds(one)
    mine = os.times()
    told["the client"] += mine.user + mine.system
    return told


def each(before: Counter[str], after: Counter[str], questions: int) -> str:
    """Milliseconds of processor that a question has cost."""
    shares = {who: 1_000 * (after[who] - before[who]) / max(1, questions) for who in after}
    parts = ", ".join(f"{who} {share:.1f}" for who, share in sorted(shares.items(), key=lambda one: -one[1]))
    return f"of the processors a question took {sum(shares.values()):.1f} ms: {parts}"


def _kind(process: psutil.Process, other: str) -> str:
    try:
        words = " ".join(process.cmdline())
    except psutil.Error:
        return other
    return next((kind for word, kind in KINDS if word in words), other)


def _seconds(process: psutil.Process) -> float:
    try:
        return float(sum(process.cpu_times()[:2]))
    except psutil.Error:
        return 0.0
