"""A whole shop: python3 shop.py PORT, with the PAYMENTS_… variables, SHOP_URL and DATABASE in the environment; pip install cryptography.

Its job, for every few minutes: python3 shop.py job. TEST_ROUTES=1 opens the routes for `payments-client check-shop`.
"""

import json
import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import parse_qsl, quote
from urllib.request import HTTPRedirectHandler, Request, build_opener

sys.path.append(os.path.join(os.path.dirname(__file__), "../other-languages"))

from notify import CREDENTIALS, Handler, Server, Shop, agreed, handle_payment, meaning_of, outcome, setting

DATABASE = setting("DATABASE")
SHOP_URL = setting("SHOP_URL").rstrip("/")
CHECKOUT_URL, GATEWAY_URL = setting("PAYMENTS_CHECKOUT_URL"), setting("PAYMENTS_GATEWAY_URL")
SCHEMA = """
    CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, amount INTEGER, currency TEXT, token TEXT, paid_by TEXT,
        parcels INTEGER NOT NULL DEFAULT 0, is_final INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE IF NOT EXISTS reviews (key TEXT PRIMARY KEY, reason TEXT, uid TEXT, order_id TEXT);
    CREATE TABLE IF NOT EXISTS asks (id TEXT PRIMARY KEY, kind TEXT, order_id TEXT, parent TEXT, amount INTEGER,
        currency TEXT, state TEXT NOT NULL DEFAULT 'new', sent_at REAL NOT NULL DEFAULT 0)"""
# Maximum seconds of one call, and how long an earlier call may still run.
TIMEOUT = int(os.environ.get("PAYMENTS_TIMEOUT", 30000)) / 1000
UNDER_WAY = int(os.environ.get("PAYMENTS_UNDER_WAY", 120000)) / 1000
if UNDER_WAY < 2 * TIMEOUT:
    raise ValueError("PAYMENTS_UNDER_WAY must be at least twice PAYMENTS_TIMEOUT")


class NoRedirect(HTTPRedirectHandler):
    """Another host must not get the secret key."""

    def redirect_request(self, *_) -> None:
        return None


OPENER = build_opener(NoRedirect)


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

    def review(self, key: str, reason: str, uid: str, tracking_id: str) -> None:
        rows("INSERT INTO reviews VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", key, reason, uid, tracking_id)


def fulfill() -> None:
    """Fulfills each paid order once."""
    rows("UPDATE orders SET parcels = parcels + 1 WHERE paid_by IS NOT NULL AND parcels = 0")


def call(method: str, url: str, content: dict | None = None, key: str | None = None) -> tuple[int, dict]:
    """The status, 0 if there was no answer, and the parsed body."""
    headers = {"Authorization": f"Basic {CREDENTIALS}", "Accept": "application/json"}
    if content is not None:  # the gateway refuses a GET with this header
        headers["Content-Type"] = "application/json"
    if key is not None:
        headers["RequestID"] = key
    data = None if content is None else json.dumps(content).encode()
    try:
        with OPENER.open(Request(url, data, headers, method=method), timeout=TIMEOUT) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, {}
    except (OSError, ValueError, HTTPException):
        return 0, {}


def gateway(path: str) -> tuple[int, dict]:
    return call("GET", GATEWAY_URL + path)


def place_order() -> dict:
    order_id = secrets.token_hex(8)
    rows("INSERT INTO orders (id, amount, currency) VALUES (?, 12900, 'EUR')", order_id)
    status, body = call("POST", f"{CHECKOUT_URL}/ctp/api/checkouts", {"checkout": {
        "transaction_type": "payment",
        "order": {
            "amount": 12900, "currency": "EUR", "description": "Annual pass", "tracking_id": order_id,
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
    """Requests what became of the order's token, because its notification can be lost."""
    token = order["token"]
    status, body = call("GET", f"{CHECKOUT_URL}/ctp/api/checkouts/{quote(token, safe='')}")
    checkout = body.get("checkout") or {}
    if status != 200 or checkout.get("token") != token:
        raise RuntimeError(f"Its token: the gateway answered {status}")
    uid = ((checkout.get("gateway_response") or {}).get("payment") or {}).get("uid")
    if uid is not None:
        status, body = gateway(f"/transactions/{quote(uid, safe='')}")
        if status != 200:
            raise RuntimeError(f"Transaction {uid}: the gateway answered {status}")
        handle_payment(OwnShop(), body["transaction"])
        # It may still succeed, although the token is finished.
        if meaning_of(body["transaction"].get("status")) == "pending":
            return
    if checkout.get("finished") or checkout.get("expired"):
        rows("UPDATE orders SET is_final = 1 WHERE id = ?", order["id"])


def request(ask_id: str, kind: str, order_id: str, amount: int) -> str:
    """Stores a refund or a renewal, and sends it.

    Its id belongs to the form that your staff sends, or to the period, so two requests with one id are one.
    """
    insert = """INSERT INTO asks (id, kind, order_id, parent, amount, currency)
        SELECT ?, ?, id, paid_by, ?, currency FROM orders WHERE id = ? AND paid_by IS NOT NULL ON CONFLICT DO NOTHING"""
    rows(insert, ask_id, kind, amount, order_id)
    find = "SELECT id FROM asks WHERE id = ? AND kind = ? AND order_id = ? AND amount = ?"
    if not rows(find, ask_id, kind, order_id, amount):
        raise ValueError(f"Order {order_id} is not paid, or {ask_id} is another one")
    return send(ask_id)


def send(ask_id: str) -> str:
    """Sends it once. One process at a time claims it, and looks for it at the gateway first."""
    claim = """UPDATE asks SET state = 'unknown', sent_at = ?
        WHERE id = ? AND state IN ('new', 'unknown') AND sent_at NOT BETWEEN ? AND ? RETURNING id"""
    now = time.time()
    is_claimed = rows(claim, now, ask_id, now - UNDER_WAY, now + UNDER_WAY)  # a time in the future is of a wrong clock
    [row] = rows("SELECT * FROM asks WHERE id = ?", ask_id)
    state = look_up(row) if row["state"] == "unknown" else row["state"]
    if state == "new":
        # After a long look-up, another process may claim the row before this call ends.
        is_mine = is_claimed and time.time() - now <= UNDER_WAY / 2
        state = post(row) if is_mine else "unknown"
    rows("UPDATE asks SET state = ? WHERE id = ? AND state = 'unknown'", state, ask_id)
    return state


def state_of(made: dict, row: sqlite3.Row) -> str:
    """`done`, `declined`, or `unknown` while the bank has not decided."""
    what = outcome(made)
    if what in ("failed", "expired"):
        return "declined"
    is_refund = row["kind"] == "refund"
    is_same = agreed(made, "amount") == str(row["amount"]) and agreed(made, "currency") == row["currency"]
    is_child = not is_refund or made.get("parent_uid") == row["parent"]
    return "done" if is_same and is_child and what == ("refunded" if is_refund else "paid") else "unknown"


def look_up(row: sqlite3.Row) -> str:
    """The state at the gateway. `new` if the gateway does not have it, `unknown` if the answer does not show it."""
    status, body = gateway(f"/v2/transactions/tracking_id/{quote(row['id'], safe='')}")
    found = body.get("transactions") if isinstance(body, dict) else None
    if status != 200 or not isinstance(found, list):
        return "unknown"
    states = [state_of(each, row) for each in found]
    # A gateway may decline a retry, so any other state counts more.
    return next((state for state in states if state != "declined"), states[0] if states else "new")


def post(row: sqlite3.Row) -> str:
    fields = {"amount": row["amount"], "tracking_id": row["id"]}
    if row["kind"] == "refund":
        path, more = "refunds", {"parent_uid": row["parent"], "reason": "Returned"}
    else:
        status, body = gateway(f"/transactions/{quote(row['parent'], safe='')}")
        if status != 200:
            return "unknown"
        card = {"token": body["transaction"]["credit_card"]["token"]}
        path, more = "payments", {"currency": row["currency"], "description": "One year more", "credit_card": card}
    status, body = call("POST", f"{GATEWAY_URL}/transactions/{path}", {"request": fields | more}, row["id"])
    # Only these two mean that the gateway refused it. After 408, 409 or 5xx it may have been made.
    if status in (400, 422):
        # The gateway may refuse because an earlier call arrived after the look-up.
        return "declined" if look_up(row) == "new" else "unknown"
    made = body.get("transaction") or {}
    return state_of(made, row) if status in (200, 201) and made.get("tracking_id") == row["id"] else "unknown"


def each_alone(found: list[sqlite3.Row], work: Callable[[sqlite3.Row], object]) -> None:
    """Does the work for each row. A row that fails does not stop the others."""
    for row in found:
        try:
            work(row)
        except Exception as error:
            print(f"{row['id']}: {error!r}", file=sys.stderr)


def job() -> None:
    each_alone(rows("SELECT * FROM orders WHERE is_final = 0 AND token IS NOT NULL"), check_token)
    fulfill()
    each_alone(rows("SELECT id FROM asks WHERE state IN ('new', 'unknown')"), lambda row: send(row["id"]))


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
else:
    Server(int(sys.argv[1]), Routes).serve_forever()
