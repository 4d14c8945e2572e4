"""A whole shop: python3 shop.py PORT, with the PAYMENTS_… variables, SHOP_URL and DATABASE in the environment; pip install cryptography.

Its job, for every few minutes: python3 shop.py job. What your staff must look at: python3 shop.py staff. TEST_ROUTES=1 opens the routes for `payments-client check-shop`.
"""

import json
import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from datetime import datetime, timezone
from urllib.parse import parse_qsl, quote

sys.path.append(os.path.join(os.path.dirname(__file__), "../other-languages"))

from notify import Handler, Server, Shop, handle_payment, meaning_of, setting
from send_once import TRANSACTIONS, call, send_once

DATABASE = setting("DATABASE")
SHOP_URL = setting("SHOP_URL").rstrip("/")
TOKENS = setting("PAYMENTS_CHECKOUT_URL") + "/ctp/api/checkouts"
# Seconds. How long an order can be paid, and for how much longer its token is checked, because clocks differ.
EXPIRY, MARGIN = 86_400, 3600
# Seconds after which your staff must look at a refund or a renewal that is still open.
LONG = 3600
SCHEMA = """
    CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, amount INTEGER, currency TEXT, token TEXT, paid_by TEXT,
        expires_at REAL, parcels INTEGER NOT NULL DEFAULT 0, is_over INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE IF NOT EXISTS reversals (uid TEXT PRIMARY KEY, payment_uid TEXT, amount INTEGER);
    CREATE TABLE IF NOT EXISTS reviews (key TEXT PRIMARY KEY, reason TEXT, uid TEXT, money TEXT, order_id TEXT);
    CREATE TABLE IF NOT EXISTS asks (id TEXT PRIMARY KEY, kind TEXT, order_id TEXT, parent TEXT, amount INTEGER,
        currency TEXT, state TEXT NOT NULL DEFAULT 'open', answer TEXT, asked_at REAL, sent_at REAL NOT NULL DEFAULT 0)"""


@contextmanager
def transaction():
    """One transaction of the database. Without a commit, it is rolled back when the connection closes."""
    db = sqlite3.connect(DATABASE, timeout=20, isolation_level=None)
    db.row_factory = sqlite3.Row
    try:
        db.execute("BEGIN IMMEDIATE")
        yield db
        db.execute("COMMIT")
    finally:
        db.close()


def rows(sql: str, *values) -> list[sqlite3.Row]:
    with transaction() as db:
        return db.execute(sql, values).fetchall()


class OwnShop(Shop):
    def find_order(self, tracking_id: str) -> dict | None:
        found = rows("SELECT * FROM orders WHERE id = ?", tracking_id)
        return dict(found[0]) if found else None

    def paid(self, order: dict, uid: str, key: str) -> None:
        with transaction() as db:
            db.execute("UPDATE orders SET paid_by = ? WHERE id = ? AND paid_by IS NULL", (uid, order["id"]))
            db.execute("DELETE FROM reviews WHERE key = ?", (key,))

    def review(self, key: str, reason: str, uid: str, money: str, tracking_id: str) -> None:
        insert = "INSERT INTO reviews VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        rows(insert, key, reason, uid, money, tracking_id)

    def taken_back(self, uid: str, payment_uid: str, amount: int) -> None:
        rows("INSERT INTO reversals VALUES (?, ?, ?) ON CONFLICT DO NOTHING", uid, payment_uid, amount)


def fulfill() -> None:
    """Fulfills each paid order once, unless its money went back before, or goes back now."""
    rows("""UPDATE orders SET parcels = parcels + 1 WHERE paid_by IS NOT NULL AND parcels = 0
        AND amount > (SELECT coalesce(sum(amount), 0) FROM asks
            WHERE kind = 'refund' AND parent = paid_by AND state IN ('open', 'succeeded'))
        AND amount > (SELECT coalesce(sum(amount), 0) FROM reversals WHERE payment_uid = paid_by)""")


def read(uid: str) -> dict:
    status, body = call("GET", f"{TRANSACTIONS}/{quote(uid, safe='')}")
    if status != 200:
        raise RuntimeError(f"Transaction {uid}: the gateway answered {status}")
    return body["transaction"]


def place_order() -> dict:
    order_id = secrets.token_hex(8)
    expires_at = time.time() + EXPIRY
    rows("INSERT INTO orders (id, amount, currency, expires_at) VALUES (?, 12900, 'EUR', ?)", order_id, expires_at)
    status, body = call("POST", TOKENS, {"checkout": {
        "transaction_type": "payment",
        "order": {
            "amount": 12900, "currency": "EUR", "description": "Annual pass", "tracking_id": order_id,
            "expired_at": datetime.fromtimestamp(expires_at, timezone.utc).isoformat(timespec="seconds"),
            "additional_data": {"contract": ["recurring"]},  # renewals are charged to the card
        },
        "settings": {"return_url": f"{SHOP_URL}/return?order={order_id}", "notification_url": f"{SHOP_URL}/notify"},
    }})
    token = (body.get("checkout") or {}).get("token")
    if status // 100 != 2 or not token:
        raise RuntimeError(f"The gateway answered {status}")
    rows("UPDATE orders SET token = ? WHERE id = ?", token, order_id)
    return {"orderId": order_id, "token": token}


def check_token(order: sqlite3.Row) -> None:
    """Requests what became of the order's token, because its notification can be lost.

    No answer ends this before the token paid the order or the order is over, because a gateway can call a token finished
    whose customer tries another card. After a second token paid, the customer can still pay the first.
    """
    token = order["token"]
    status, body = call("GET", f"{TOKENS}/{quote(token, safe='')}")
    checkout = body.get("checkout") or {}
    if status != 200 or checkout.get("token") != token:
        raise RuntimeError(f"Its token: the gateway answered {status}")
    uid = ((checkout.get("gateway_response") or {}).get("payment") or {}).get("uid")
    if uid is not None:
        transaction = read(uid)
        handle_payment(OwnShop(), transaction)
        # It may still succeed, although the order is over.
        if meaning_of(transaction.get("status")) == "pending":
            return
    over = "UPDATE orders SET is_over = 1 WHERE id = ? AND (paid_by = ? OR expires_at < ?)"
    rows(over, order["id"], uid, time.time() - MARGIN)


def request(ask_id: str, kind: str, order_id: str, amount: int) -> str:
    """Stores a refund or a renewal, and sends it.

    Its id is random, and belongs to the form that your staff sends, or to the period, so two requests with one id are one.
    """
    insert = """INSERT INTO asks (id, kind, order_id, parent, amount, currency, asked_at)
        SELECT ?, ?, id, paid_by, ?, currency, ? FROM orders WHERE id = ? AND paid_by IS NOT NULL ON CONFLICT DO NOTHING"""
    rows(insert, ask_id, kind, amount, time.time(), order_id)
    find = "SELECT id FROM asks WHERE id = ? AND kind = ? AND order_id = ? AND amount = ?"
    if not rows(find, ask_id, kind, order_id, amount):
        raise ValueError(f"Order {order_id} is not paid, or {ask_id} is another one")
    return send(ask_id)


def send(ask_id: str) -> str:
    """Sends it, once. Returns its state."""
    [row] = rows("SELECT * FROM asks WHERE id = ?", ask_id)
    if row["state"] != "open":
        return row["state"]

    def claim(seconds: float) -> bool:
        now = time.time()
        update = """UPDATE asks SET sent_at = ?
            WHERE id = ? AND state = 'open' AND sent_at NOT BETWEEN ? AND ? RETURNING id"""
        return bool(rows(update, now, ask_id, now - seconds, now + seconds))

    if row["kind"] == "refund":
        asked = {"parent_uid": row["parent"], "amount": row["amount"], "reason": "Returned"}
        state, answer = send_once("refund", asked, ask_id, claim)
    else:
        card = {"token": read(row["parent"])["credit_card"]["token"]}
        asked = {"amount": row["amount"], "currency": row["currency"], "description": "One year more", "credit_card": card}
        state, answer = send_once("payment", asked, ask_id, claim)
    rows("UPDATE asks SET state = ?, answer = coalesce(?, answer) WHERE id = ? AND state = 'open'", state, answer, ask_id)
    return state


def each_alone(found: list[sqlite3.Row], work: Callable[[sqlite3.Row], object]) -> None:
    """Does the work for each row. A row that fails does not stop the others."""
    for row in found:
        try:
            work(row)
        except Exception as error:
            print(f"{row['id']}: {error!r}", file=sys.stderr)


def job() -> None:
    each_alone(rows("SELECT * FROM orders WHERE is_over = 0 AND token IS NOT NULL"), check_token)
    fulfill()
    each_alone(rows("SELECT id FROM asks WHERE state = 'open'"), lambda row: send(row["id"]))


def staff() -> str:
    """What your staff must look at.

    One line of JSON each, because a customer can choose a tracking id with any characters.
    """
    asks = """SELECT id, kind, order_id, amount, state, answer FROM asks
        WHERE state IN ('declined', 'refused') OR (state = 'open' AND asked_at < ?)"""
    found = [*rows("SELECT reason, uid, money, order_id FROM reviews"), *rows(asks, time.time() - LONG)]
    return "".join(json.dumps(dict(row)) + "\n" for row in found)


class Routes(Handler):
    def respond(self, body: bytes) -> tuple[int, str]:
        path, _, query_string = self.path.partition("?")
        query = dict(parse_qsl(query_string))
        order_id = query.get("order", "")
        if path == "/notify":
            return self.receive(OwnShop(), body), ""
        if path == "/return":
            each_alone(rows("SELECT * FROM orders WHERE id = ? AND token IS NOT NULL", order_id), check_token)
            return 200, "Thank you"
        if os.environ.get("TEST_ROUTES") != "1":
            return 404, ""
        if path == "/test/order":
            return 200, json.dumps(place_order())
        if path == "/test/fulfillments":
            fulfill()
            return 200, str(rows("SELECT parcels FROM orders WHERE id = ?", order_id)[0][0])
        if path == "/test/review":
            return 200, json.dumps([uid for [uid] in rows("SELECT uid FROM reviews WHERE order_id = ?", order_id)])
        if path == "/test/request":
            return 200, request(query["id"], query["kind"], order_id, int(query["amount"]))
        if path == "/test/job":
            job()
        return 200 if path in ("/test", "/test/job") else 404, ""


with transaction() as start:
    for statement in SCHEMA.split(";"):
        start.execute(statement)
if sys.argv[1:] == ["job"]:
    job()
elif sys.argv[1:] == ["staff"]:
    print(staff(), end="")
else:
    Server(int(sys.argv[1]), Routes).serve_forever()
