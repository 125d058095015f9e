"""The secrecy test of tests/live at length: a million recorded messages, and no unseen card in any of them.

Rounds of every game are played twice, the second time with other unseen cards: every message to every role must be the
same, word for word, until the hole card is turned. Prints a line for each batch of rounds. A difference is an
AssertionError.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # the comparison is the tests' own

from tests.live.table.test_secrecy import FIRST, compared

MESSAGES = 1_000_000
ROUNDS = 50  # of each game in a batch


def main(messages: int) -> None:
    found = Counter[str]()
    for batch in count(1):
        for name in sorted(FIRST.values()):
            found += compared(name, ROUNDS, seed=batch)
        print(
            f"{found['messages']} messages of {found['rounds']} rounds, "
            f"{found['another hole card']} with another hole card: none differs",
            flush=True,
        )
        if found["messages"] >= messages:
            return


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MESSAGES)
