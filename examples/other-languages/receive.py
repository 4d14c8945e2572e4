"""The four functions, for the tables in schema.sql.

python3 receive.py PORT, with DATABASE in the environment.
"""

import os
import sqlite3
import sys
from contextlib import closing

from notify import Handler, Server, Shop


class OwnShop(Shop):
    def rows(self, *statements: tuple[str, tuple]) -> list[sqlite3.Row]:
        """Runs statements in one transaction. Returns the rows of the last one."""
        with closing(sqlite3.connect(os.environ["DATABASE"], isolation_level=None)) as db:
            db.row_factory = sqlite3.Row
            db.execute("BEGIN IMMEDIATE")
            for sql, values in statements:
                found = db.execute(sql, values).fetchall()
            db.execute("COMMIT")
            return found

    def find_order(self, tracking_id: str) -> dict | None:
        found = self.rows(("SELECT * FROM orders WHERE id = ?", (tracking_id,)))
        return dict(found[0]) if found else None

    def paid(self, order: dict, uid: str, key: str) -> None:
        self.rows(
            (
                "UPDATE orders SET paid_by = ? WHERE id = ? AND paid_by IS NULL",
                (uid, order["id"]),
            ),
            ("DELETE FROM reviews WHERE key = ?", (key,)),
        )

    def review(
        self, key: str, reason: str, uid: str, money: str, tracking_id: str
    ) -> None:
        insert = """
            INSERT INTO reviews (key, reason, uid, money, order_id)
            VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """
        self.rows((insert, (key, reason, uid, money, tracking_id)))

    def taken_back(self, uid: str, payment_uid: str, amount: int) -> None:
        insert = "INSERT INTO reversals VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        self.rows((insert, (uid, payment_uid, amount)))


class Notified(Handler):
    def respond(self, body: bytes) -> tuple[int, str]:
        return self.receive(OwnShop(), body), ""


Server(int(sys.argv[1]), Notified).serve_forever()
