"""The long form: ``python tests/hostile [-n 20000] [--seed 1]``.

First all that are listed, then so many generated ones. ``--every 10`` sends one of ten listed ones. The
exit status is 1 where something gave way.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent), str(HERE.parent / "browser")]
os.environ["GLASSBOX_ARRIVALS_PER_ADDRESS"] = "1000000"  # all come from here

from hostile.attack import MOST_SECONDS, attack  # noqa: E402
from hostile.sending import send_listed  # noqa: E402
from serving import Server  # noqa: E402

SHARES = {"addresses": 0.2, "widgets": 0.2, "frames": 0.25, "questions": 0.3, "files": 0.05}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="of those that are listed, one of so many")
    asked = parser.parse_args()
    server = Server().wait()
    try:
        report = asyncio.run(send_listed(server, MOST_SECONDS, asked.every))
        wrong = [f"listed: {fault} ({times} times)" for fault, times in report.faults.items()]
        print(f"listed     {report.sent:6,}, slowest {report.slowest:5.2f} s, {len(wrong)} faults", flush=True)
        counts = {kind: round(share * asked.n) for kind, share in SHARES.items()}
        wrong += asyncio.run(attack(server, counts, asked.seed, lambda line: print(line, flush=True)))
    finally:
        server.stop()
    print("\n".join(wrong) or "Nothing gave way.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
