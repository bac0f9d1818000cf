"""What readers see of each other, and what a server keeps of them: each brings a word of their own."""

import asyncio
import re
from collections.abc import Callable

from reader import Reader
from unpacking import unpack

SEEDED = "cramer-rao", "seed=11"
AT_ONCE = 16  # readers whose pages run
TOO_LONG = 120.0  # seconds
TEXTS = 8  # of a reader: all results are soon remembered, and what grows on is kept for nothing
WORD = re.compile(r"canary\d{5}q")


async def isolated(
    host: str, port: int, readers: int, runs: int, after: Callable[[int, list[str]], None] = lambda count, faults: None
) -> list[str]:
    """Sentences about what readers saw of each other in so many runs of pages, and about results of a seed that are
    not those of a single reader. All readers stay to the end. ``after`` is called with the number of runs and the
    sentences so far.

    Of eight runs two are of the seed, and after one of the others the short road is asked as well.
    """
    async with Reader(host, port) as alone:
        single = (await alone.open(*SEEDED)).digests()
    faults: list[str] = []
    places, arrived, count = asyncio.Semaphore(AT_ONCE), asyncio.Barrier(readers), 0

    async def read(place: int) -> None:
        nonlocal count
        word = f"canary{place:05d}q"
        async with Reader(host, port) as reader:
            await arrived.wait()
            for turn in range(runs // readers):
                async with places:
                    if turn % 4 == 3:
                        if (await reader.open(*SEEDED, TOO_LONG)).digests() != single:
                            faults.append("a seeded result is not that of a single reader")
                    else:
                        faults.extend(await _seen(reader, word, turn))
                    count += 1
                    after(count, faults)
            await arrived.wait()

    await asyncio.gather(*map(read, range(readers)))
    return faults


async def _seen(reader: Reader, word: str, turn: int) -> list[str]:
    """What a reader with a text of that word saw that was not theirs."""
    text = f"{word} " * 5 + str(turn % TEXTS)
    page = await reader.open("tokenizer", f"source=text&merges=20&text={'%20'.join(text.split())}", TOO_LONG)
    shown = [page.content]
    if turn % 8 == 0:
        status, answer = await asyncio.to_thread(reader.draw, {"merges": "19", "text": text})
        assert status in (200, 204, 429), f"/draw answered {status}"
        shown += [_words(answer)] if status == 200 else []
    others = {other for each in shown for other in WORD.findall(each)} - {word}
    return [f"{word} saw {other}" for other in sorted(others)] + [
        f"{word} is not on its page" for each in shown if word not in each
    ]


def _words(answer: bytes) -> str:
    """Everything that pictures of the short road say."""
    pictures = unpack(answer)[1].values()
    return " ".join(str(part) for picture in pictures for part in unpack(picture.tobytes()))
