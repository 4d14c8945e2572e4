"""Charges a saved card once, however often it runs.

python3 charge_once.py KEY charges the row of the table charges with this key, with
DATABASE in the environment.
"""

import os
import sqlite3
import sys
import time

from send_once import send_once

db = sqlite3.connect(os.environ["DATABASE"], isolation_level=None)
db.row_factory = sqlite3.Row
row = db.execute("SELECT * FROM charges WHERE id = ?", (sys.argv[1],)).fetchone()


def claim(seconds: float) -> bool:
    now = time.time()
    update = """
        UPDATE charges SET sent_at = ?
        WHERE id = ? AND state = 'open'
            AND (sent_at IS NULL OR sent_at NOT BETWEEN ? AND ?)
    """
    values = (now, row["id"], now - seconds, now + seconds)
    return db.execute(update, values).rowcount == 1


request = {
    "amount": row["amount"],
    "currency": row["currency"],
    "description": row["description"],
    "credit_card": {"token": row["card_token"]},
    "additional_data": {"card_on_file": {"initiator": "merchant"}},
}
state, why = send_once("payment", request, row["id"], claim)
db.execute(
    """
        UPDATE charges SET state = ?, answer = coalesce(?, answer)
        WHERE id = ? AND state = 'open'
    """,
    (state, why, row["id"]),
)
print(state, why)
