"""The long forms: ``python tests/hostile inputs [-n 20000]`` and ``python tests/hostile links [-n 5000]``.

``inputs`` go to a server of its own: first all that are listed (``--every 10``: one of ten), then so many generated
ones. ``links`` are so many of each page, which need no server; ``--pictures`` of each page are drawn. The exit status
is 1 where something gave way.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent), str(HERE.parent / "browser")]
os.environ["GLASSBOX_ARRIVALS_PER_ADDRESS"] = "1000000"  # all come from here

from hostile import tampered  # noqa: E402
from hostile.attack import MOST_SECONDS, attack  # noqa: E402
from hostile.inputs import SLUGS  # noqa: E402
from hostile.sending import send_listed  # noqa: E402
from serving import Server  # noqa: E402

SHARES = {"addresses": 0.2, "widgets": 0.2, "frames": 0.25, "questions": 0.3, "files": 0.05}


def inputs(asked: argparse.Namespace) -> list[str]:
    """What gave way before what no page would send."""
    server = Server().wait(600)
    try:
        report = asyncio.run(send_listed(server, MOST_SECONDS, asked.every))
        wrong = [f"listed: {fault} ({times} times)" for fault, times in report.faults.items()]
        print(f"listed     {report.sent:6,}, slowest {report.slowest:5.2f} s, {len(wrong)} faults", *wrong, sep="\n",
              flush=True)  # fmt: skip
        counts = {kind: round(share * asked.n) for kind, share in SHARES.items()}
        return wrong + asyncio.run(attack(server, counts, asked.seed, lambda line: print(line, flush=True)))
    finally:
        server.stop()


def links(asked: argparse.Namespace) -> list[str]:
    """What gave way before links that nobody wrote."""
    wrong = []
    for slug in SLUGS:
        read = tampered.read(slug, asked.n, asked.seed, asked.pictures)
        print(f"{slug}: {read}", flush=True)
        wrong += (found := [f"{fault} ({times} times)" for fault, times in read.faults.items()])
        print(*found, sep="\n", end="", flush=True)
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    forms = parser.add_subparsers(required=True)
    for form, count in ((inputs, 20_000), (links, 5_000)):
        one = forms.add_parser(form.__name__, help=form.__doc__)
        one.add_argument("-n", type=int, default=count)
        one.add_argument("--seed", type=int, default=1)
        one.set_defaults(form=form)
    forms.choices["inputs"].add_argument("--every", type=int, default=1)
    forms.choices["links"].add_argument("--pictures", type=int, default=500)
    asked = parser.parse_args()
    wrong = asked.form(asked)
    print(f"{len(wrong)} faults")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
