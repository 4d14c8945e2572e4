"""Receives notifications: verifies the signature, and marks an order as paid, once.

python3 notify.py PORT, with PAYMENTS_PUBLIC_KEY, PAYMENTS_SHOP_ID and DATABASE in the environment; pip install cryptography.
"""

import base64
import binascii
import json
import os
import sqlite3
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key, load_pem_public_key

SHOP_ID = os.environ["PAYMENTS_SHOP_ID"]
TEXT = os.environ["PAYMENTS_PUBLIC_KEY"]
KEY = load_pem_public_key(TEXT.encode()) if "BEGIN" in TEXT else load_der_public_key(base64.b64decode(TEXT))


def is_signed(body: bytes, signature: str) -> bool:
    """Whether the gateway signed exactly these bytes. Verify the raw body, before anything parses it."""
    try:
        KEY.verify(base64.b64decode(signature, validate=True), body, PKCS1v15(), SHA256())
        return True
    except (InvalidSignature, binascii.Error):
        return False


def is_paid(transaction: dict) -> bool:
    """Whether money was taken. What contradicts itself is never money; a bill's payment has no `payment`, and may have no `test`."""
    return (
        transaction.get("type") == "payment"
        and transaction.get("status") == "successful"
        and (transaction.get("payment") or {}).get("status") in (None, "successful")
        and (transaction.get("test") is None or transaction["test"] is False)
    )


def take_payment(transaction: dict) -> None:
    """One database transaction. The key makes a repeated notification count once."""
    db = sqlite3.connect(os.environ["DATABASE"], isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    query = "SELECT amount, currency, status FROM orders WHERE id = ?"
    order_id = transaction.get("tracking_id")
    row = db.execute(query, (order_id,)).fetchone()
    if row is None or row[:2] != (transaction.get("amount"), transaction.get("currency")):
        outcome = "mismatch"
    else:
        outcome = "paid" if row[2] == "open" else "second payment"
    # Any other payment stays in the table for a person, who refunds it or finds its order.
    insert = "INSERT INTO payments (key, tracking_id, outcome) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    key = transaction["uid"] + (" mismatch" if outcome == "mismatch" else "")  # it may be reported again, and match
    is_first = db.execute(insert, (key, order_id, outcome)).rowcount == 1
    if is_first and outcome == "paid":
        db.execute("UPDATE orders SET status = 'paid' WHERE id = ?", (order_id,))
    db.execute("COMMIT")
    db.close()


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.send_response(self.answer_to(body))
        self.end_headers()

    def answer_to(self, body: bytes) -> int:
        if not is_signed(body, self.headers["Content-Signature"] or ""):
            return 401
        transaction = json.loads(body).get("transaction")
        if transaction is None:
            return 200
        shop = (transaction.get("shop") or {}).get("id") or transaction.get("shop_id") or SHOP_ID
        if str(shop) != SHOP_ID:
            return 401
        try:
            if is_paid(transaction):
                take_payment(transaction)
            return 200
        except sqlite3.Error:
            return 500  # the gateway posts again


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
