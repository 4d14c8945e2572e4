"""A whole shop: python3 shop.py, with the PAYMENTS_… variables, SHOP_URL and DATABASE in the environment; pip install cryptography.

Its job, for every few minutes: python3 shop.py job. TEST_ROUTES=1 opens the routes for `payments-client check-shop`.
"""

import base64
import json
import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import parse_qsl, quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

ENV = os.environ
CREDENTIALS = base64.b64encode(f"{ENV['PAYMENTS_SHOP_ID']}:{ENV['PAYMENTS_SECRET_KEY']}".encode()).decode()
PUBLIC_KEY = load_der_public_key(base64.b64decode(ENV["PAYMENTS_PUBLIC_KEY"]))
SCHEMA = """
    CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, amount INTEGER, currency TEXT, token TEXT, paid_by TEXT,
        parcels INTEGER NOT NULL DEFAULT 0, is_final INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE IF NOT EXISTS payments (key TEXT PRIMARY KEY, order_id TEXT, outcome TEXT);
    CREATE TABLE IF NOT EXISTS asks (id TEXT PRIMARY KEY, kind TEXT, order_id TEXT, parent TEXT, amount INTEGER,
        currency TEXT, state TEXT NOT NULL DEFAULT 'new', sent_at REAL NOT NULL DEFAULT 0)"""
# For how long a call may be under way, in seconds: the gateway may be at work on it although nobody waits any more.
UNDER_WAY = float(ENV.get("UNDER_WAY", 120))
# What changes no more.
SETTLED = ("successful", "failed", "error", "deleted", "expired")


class NoRedirect(HTTPRedirectHandler):
    """Another host shall not get the secret key."""

    def redirect_request(self, *_) -> None:
        return None


OPENER = build_opener(NoRedirect)


@contextmanager
def transaction():
    """One transaction of the database. What is not committed is rolled back when the connection closes."""
    db = sqlite3.connect(ENV["DATABASE"], timeout=20, isolation_level=None)
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


def call(method: str, url: str, content: dict | None = None, key: str | None = None) -> tuple[int, dict]:
    """The status, 0 if there was no answer, and the parsed body."""
    headers = {"Authorization": f"Basic {CREDENTIALS}", "Accept": "application/json"}
    if content is not None:  # the gateway refuses a GET with this header
        headers["Content-Type"] = "application/json"
    if key is not None:
        headers["RequestID"] = key
    data = None if content is None else json.dumps(content).encode()
    try:
        with OPENER.open(Request(url, data, headers, method=method), timeout=20) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, {}
    except (OSError, ValueError, HTTPException):
        return 0, {}


def gateway(path: str) -> tuple[int, dict]:
    return call("GET", ENV["PAYMENTS_GATEWAY_URL"] + path)


def place_order() -> dict:
    order_id = secrets.token_hex(8)
    rows("INSERT INTO orders (id, amount, currency) VALUES (?, 12900, 'EUR')", order_id)
    shop = ENV["SHOP_URL"]
    status, body = call("POST", f"{ENV['PAYMENTS_CHECKOUT_URL']}/ctp/api/checkouts", {"checkout": {
        "transaction_type": "payment",
        "order": {
            "amount": 12900, "currency": "EUR", "description": "Annual pass", "tracking_id": order_id,
            "additional_data": {"contract": ["recurring"]},  # renewals are charged to the card
        },
        "settings": {"return_url": f"{shop}/return?order={order_id}", "notification_url": f"{shop}/notify"},
    }})
    token = (body.get("checkout") or {}).get("token")
    if status // 100 != 2 or not token:
        raise RuntimeError(f"The gateway answered {status}")
    rows("UPDATE orders SET token = ? WHERE id = ?", token, order_id)
    return {"orderId": order_id, "token": token}


def is_signed(body: bytes, signature: str) -> bool:
    """Whether the gateway signed exactly these bytes."""
    try:
        PUBLIC_KEY.verify(base64.b64decode(signature, validate=True), body, PKCS1v15(), SHA256())
        return True
    except (InvalidSignature, ValueError):
        return False


def take(payment: dict) -> None:
    """Takes a payment, once. Any other than the first right one stays in the table for a person."""
    is_live = payment.get("test") is None or payment["test"] is False
    if (payment.get("type"), payment.get("status"), is_live) != ("payment", "successful", True):
        return
    uid, order_id = payment["uid"], payment.get("tracking_id")
    with transaction() as db:
        order = db.execute("SELECT * FROM orders WHERE id = ?", (order_id,)).fetchone()
        is_same = order and (order["amount"], order["currency"]) == (payment.get("amount"), payment.get("currency"))
        is_right = is_same and order["paid_by"] is None
        # A mismatch has a key of its own: the payment may be reported again, and match.
        row = (uid if is_same else f"{uid} mismatch", order_id, "paid" if is_right else "review")
        is_new = db.execute("INSERT INTO payments VALUES (?, ?, ?) ON CONFLICT DO NOTHING", row).rowcount == 1
        if is_new and is_right:
            db.execute("UPDATE orders SET paid_by = ?, parcels = parcels + 1 WHERE id = ?", (uid, order_id))


def ask(order: sqlite3.Row) -> None:
    """Asks the gateway what became of the order's token."""
    token = order["token"]
    status, body = call("GET", f"{ENV['PAYMENTS_CHECKOUT_URL']}/ctp/api/checkouts/{quote(token, safe='')}")
    checkout = body.get("checkout") or {}
    if status != 200 or checkout.get("token") != token:
        raise RuntimeError(f"Its token: the gateway answered {status}")
    uid = ((checkout.get("gateway_response") or {}).get("payment") or {}).get("uid")
    if uid is not None:
        status, body = gateway(f"/transactions/{quote(uid, safe='')}")
        if status != 200:
            raise RuntimeError(f"Transaction {uid}: the gateway answered {status}")
        take(body["transaction"])
        # It may still succeed, although the token is finished.
        if body["transaction"].get("status") not in SETTLED:
            return
    if checkout.get("finished") or checkout.get("expired"):
        rows("UPDATE orders SET is_final = 1 WHERE id = ?", order["id"])


def request(ask_id: str, kind: str, order_id: str, amount: int) -> str:
    """Stores a refund or a renewal, and sends it. Its id is of the form that your staff sends, or of the period: asked for
    twice, it is one."""
    insert = """INSERT INTO asks (id, kind, order_id, parent, amount, currency)
        SELECT ?, ?, id, paid_by, ?, currency FROM orders WHERE id = ? AND paid_by IS NOT NULL ON CONFLICT DO NOTHING"""
    rows(insert, ask_id, kind, amount, order_id)
    find = "SELECT id FROM asks WHERE id = ? AND kind = ? AND order_id = ? AND amount = ?"
    if not rows(find, ask_id, kind, order_id, amount):
        raise ValueError(f"Order {order_id} is not paid, or {ask_id} is another one")
    return send(ask_id)


def send(ask_id: str) -> str:
    """Sends it once: one process at a time, which looks for it first."""
    claim = """UPDATE asks SET state = 'unknown', sent_at = ?
        WHERE id = ? AND state IN ('new', 'unknown') AND sent_at <= ? RETURNING id"""
    now = time.time()
    is_claimed = rows(claim, now, ask_id, now - UNDER_WAY)
    [row] = rows("SELECT * FROM asks WHERE id = ?", ask_id)
    state = look_up(ask_id) if row["state"] == "unknown" else row["state"]
    if state == "new":
        # After a long look-up another process may have it before this call ends.
        is_mine = is_claimed and time.time() - now <= UNDER_WAY / 2
        state = post(row) if is_mine else "unknown"
    rows("UPDATE asks SET state = ? WHERE id = ? AND state = 'unknown'", state, ask_id)
    return state


def state_of(made: dict) -> str:
    return {"successful": "done", "failed": "declined", "expired": "declined"}.get(made.get("status"), "unknown")


def look_up(ask_id: str) -> str:
    """The state at the gateway: `new` if it does not have it, `unknown` if it does not say."""
    status, body = gateway(f"/v2/transactions/tracking_id/{quote(ask_id, safe='')}")
    found = body.get("transactions") if isinstance(body, dict) else None
    if status != 200 or not isinstance(found, list):
        return "unknown"
    states = [state_of(each) for each in found]
    # Beside a decline, which a gateway may make of a repeat, the other one counts.
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
    url = f"{ENV['PAYMENTS_GATEWAY_URL']}/transactions/{path}"
    status, body = call("POST", url, {"request": fields | more}, row["id"])
    # Only these say that the gateway refused it. After 408, 409 or 5xx it may have been made.
    if status in (400, 422):
        # It may be a repeat that was refused: an earlier call arrived after the look-up.
        return "declined" if look_up(row["id"]) == "new" else "unknown"
    made = body.get("transaction") or {}
    return state_of(made) if status in (200, 201) and made.get("tracking_id") == row["id"] else "unknown"


def each_alone(found: list[sqlite3.Row], work: Callable[[sqlite3.Row], object]) -> None:
    """One that fails does not stop those after it."""
    for row in found:
        try:
            work(row)
        except Exception as error:
            print(f"{row['id']}: {error!r}", file=sys.stderr)


def job() -> None:
    each_alone(rows("SELECT * FROM orders WHERE is_final = 0 AND token IS NOT NULL"), ask)
    each_alone(rows("SELECT id FROM asks WHERE state IN ('new', 'unknown')"), lambda row: send(row["id"]))


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.answer(b"")

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"] or 0)
        self.answer(self.rfile.read(length) if length <= 1_048_576 else b"")

    def answer(self, body: bytes) -> None:
        address = urlsplit(self.path)
        try:
            status, text = self.route(address.path, dict(parse_qsl(address.query)), body)
        except Exception as error:  # the gateway posts again
            print(f"{address.path}: {error!r}", file=sys.stderr)
            status, text = 500, ""
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    def route(self, path: str, query: dict, body: bytes) -> tuple[int, str]:
        order_id = query.get("order", "")
        if path == "/notify":
            if not is_signed(body, self.headers["Content-Signature"] or ""):
                return 401, ""
            take(json.loads(body).get("transaction") or {})
            return 200, ""
        if path == "/return":
            each_alone(rows("SELECT * FROM orders WHERE id = ? AND token IS NOT NULL", order_id), ask)
            return 200, "Thank you"
        if ENV.get("TEST_ROUTES") != "1":
            return 404, ""
        if path == "/test/order":
            return 200, json.dumps(place_order())
        if path == "/test/fulfilments":
            return 200, str(rows("SELECT parcels FROM orders WHERE id = ?", order_id)[0][0])
        if path == "/test/review":
            count = "SELECT count(*) FROM payments WHERE order_id = ? AND outcome = 'review'"
            return 200, str(rows(count, order_id)[0][0])
        if path == "/test/request":
            return 200, request(query["id"], query["kind"], order_id, int(query["amount"]))
        if path == "/test/job":
            job()
        return 200 if path in ("/test", "/test/job") else 404, ""

    def log_message(self, *_) -> None:
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128


with transaction() as start:
    for statement in SCHEMA.split(";"):
        start.execute(statement)
if sys.argv[1:] == ["job"]:
    job()
else:
    url = urlsplit(ENV["SHOP_URL"])
    Server((url.hostname, url.port), Handler).serve_forever()
