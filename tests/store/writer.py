"""A process that commits turns until it is killed: prints the number of each turn when its commit has returned."""

import os
import signal
import sqlite3
import sys
from pathlib import Path

from snapglyph.store import Store
from tests.store.turns import call_turn


def main() -> None:
    path, talk, first, kill_at = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    store = Store(path)
    if kill_at:  # die just before the n-th statement of the first commit
        counted = 0

        def trace(statement: str) -> None:
            nonlocal counted
            counted += 1
            if counted == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

        connection: sqlite3.Connection = store._db
        connection.set_trace_callback(trace)
    number = first
    while True:
        store.commit_turn(talk, call_turn(number))
        print(number, flush=True)
        number += 1
        if kill_at:
            print("end", flush=True)
            return


if __name__ == "__main__":
    main()
