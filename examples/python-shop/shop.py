"""A whole shop: python3 shop.py, with the PAYMENTS_… variables, SHOP_URL and DATABASE in the environment; pip install cryptography.

The routes below /test are for `payments-client check-shop`: do not publish them.
"""

import base64
import json
import os
import secrets
import sqlite3
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import parse_qsl, quote, urlsplit
from urllib.request import Request, urlopen

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
    headers = {"Authorization": f"Basic {CREDENTIALS}", "Accept": "application/json", "Content-Type": "application/json"}
    if key is not None:
        headers["RequestID"] = key
    data = None if content is None else json.dumps(content).encode()
    try:
        with urlopen(Request(url, data, headers, method=method), timeout=20) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, {}
    except (OSError, ValueError):
        return 0, {}


def gateway(path: str) -> tuple[int, dict]:
    return call("GET", ENV["PAYMENTS_GATEWAY_URL"] + path)


def place_order() -> dict:
    order_id = secrets.token_hex(8)
    rows("INSERT INTO orders (id, amount, currency) VALUES (?, 12900, 'EUR')", order_id)
    shop = ENV["SHOP_URL"]
    status, body = call("POST", f"{ENV['PAYMENTS_CHECKOUT_URL']}/ctp/api/checkouts", {"checkout": {
        "transaction_type": "payment",
        "order": {"amount": 12900, "currency": "EUR", "description": "Annual pass", "tracking_id": order_id},
        "settings": {"return_url": f"{shop}/return?order={order_id}", "notification_url": f"{shop}/notify"},
    }})
    if status != 201:
        raise RuntimeError(f"The gateway answered {status}")
    token = body["checkout"]["token"]
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
    if (payment.get("type"), payment.get("status"), payment.get("test")) != ("payment", "successful", False):
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
        return
    uid = ((checkout.get("gateway_response") or {}).get("payment") or {}).get("uid")
    if uid is not None:
        status, body = gateway(f"/transactions/{quote(uid, safe='')}")
        if status != 200:
            return
        take(body["transaction"])
    if checkout.get("finished") or checkout.get("expired"):
        rows("UPDATE orders SET is_final = 1 WHERE id = ?", order["id"])


def request(kind: str, order_id: str, amount: int) -> bool:
    """Stores a refund or a renewal, and sends it. Asked for again while its result is unknown, it is the same one."""
    with transaction() as db:
        find = "SELECT id FROM asks WHERE order_id = ? AND kind = ? AND amount = ? AND state IN ('new', 'unknown')"
        known = db.execute(find, (order_id, kind, amount)).fetchone()
        count = db.execute("SELECT count(*) FROM asks WHERE order_id = ?", (order_id,)).fetchone()[0]
        ask_id = known["id"] if known else f"{order_id}-{kind}-{count}"
        insert = """INSERT INTO asks (id, kind, order_id, parent, amount, currency)
            SELECT ?, ?, id, paid_by, ?, currency FROM orders WHERE id = ? ON CONFLICT DO NOTHING"""
        db.execute(insert, (ask_id, kind, amount, order_id))
    return send(ask_id) == "done"


def send(ask_id: str) -> str:
    """Sends it once: one process at a time, which looks for it first."""
    claim = """UPDATE asks SET state = 'unknown', sent_at = ?
        WHERE id = ? AND state IN ('new', 'unknown') AND sent_at <= ? RETURNING id"""
    is_claimed = rows(claim, time.time(), ask_id, time.time() - UNDER_WAY)
    [row] = rows("SELECT * FROM asks WHERE id = ?", ask_id)
    state = look_up(ask_id) if row["state"] == "unknown" else row["state"]
    if state == "new":
        state = post(row) if is_claimed else "unknown"
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
            return "new"
        card = {"token": body["transaction"]["credit_card"]["token"]}
        path, more = "payments", {"currency": row["currency"], "description": "One year more", "credit_card": card}
    url = f"{ENV['PAYMENTS_GATEWAY_URL']}/transactions/{path}"
    status, body = call("POST", url, {"request": fields | more}, row["id"])
    # Only 422 says that the gateway refused it. After 408, 409 or 5xx it may have been made.
    if status == 422:
        return "declined"
    made = body.get("transaction") or {}
    return state_of(made) if status in (200, 201) and made.get("tracking_id") == row["id"] else "unknown"


def job() -> None:
    for order in rows("SELECT * FROM orders WHERE is_final = 0 AND token IS NOT NULL"):
        ask(order)
    for row in rows("SELECT id FROM asks WHERE state IN ('new', 'unknown')"):
        send(row["id"])


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
            status, text = 500, str(error)
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
            for order in rows("SELECT * FROM orders WHERE id = ? AND token IS NOT NULL", order_id):
                ask(order)
            return 200, "Thank you"
        if path == "/test/order":
            return 200, json.dumps(place_order())
        if path == "/test/fulfilments":
            return 200, str(rows("SELECT parcels FROM orders WHERE id = ?", order_id)[0][0])
        if path == "/test/review":
            count = "SELECT count(*) FROM payments WHERE order_id = ? AND outcome = 'review'"
            return 200, str(rows(count, order_id)[0][0])
        if path == "/test/request":
            return 200 if request(query["kind"], order_id, int(query["amount"])) else 409, ""
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
url = urlsplit(ENV["SHOP_URL"])
Server((url.hostname, url.port), Handler).serve_forever()
