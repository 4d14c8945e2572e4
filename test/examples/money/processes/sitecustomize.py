"""Runs before a script: after each commit the player may kill the process; and the player has the clock."""

import os
import sqlite3
import time
from urllib.request import urlopen


def ask_player(path: str) -> bytes:
    with urlopen(os.environ["PLAYER"] + path) as answer:
        return answer.read()


class PlayedConnection(sqlite3.Connection):
    committed = 0

    def execute(self, sql: str, values: tuple = ()) -> sqlite3.Cursor:
        result = super().execute(sql, values)
        if not self.in_transaction and self.total_changes > self.committed:
            self.committed = self.total_changes
            ask_player("/step")
        return result


connect = sqlite3.connect


def connect_played(file: str, **options) -> sqlite3.Connection:
    db = connect(file, factory=PlayedConnection, **options)
    # What a process has written outlives it without that.
    db.execute("PRAGMA synchronous = OFF")
    return db


sqlite3.connect = connect_played
time.time = lambda: float(ask_player("/now"))
