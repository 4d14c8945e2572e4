"""Charges a saved card once, however often it runs.

python3 charge_once.py KEY charges the row of the table charges with this key.

PAYMENTS_SHOP_ID, PAYMENTS_SECRET_KEY, PAYMENTS_GATEWAY_URL and DATABASE are in the
environment. PAYMENTS_TIMEOUT and PAYMENTS_UNDER_WAY are milliseconds, for tests.
"""

import base64
import json
import os
import sqlite3
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import HTTPRedirectHandler, Request, build_opener

# Maximum seconds of one call, and how long an earlier call may still run.
TIMEOUT = int(os.environ.get("PAYMENTS_TIMEOUT", 30000)) / 1000
UNDER_WAY = int(os.environ.get("PAYMENTS_UNDER_WAY", 120000)) / 1000
if UNDER_WAY < 2 * TIMEOUT:
    raise ValueError("PAYMENTS_UNDER_WAY must be at least twice PAYMENTS_TIMEOUT")
CREDENTIALS = f"{os.environ['PAYMENTS_SHOP_ID']}:{os.environ['PAYMENTS_SECRET_KEY']}"


class NoRedirect(HTTPRedirectHandler):
    """Another host must not get the secret key."""

    def redirect_request(self, *_) -> None:
        return None


OPENER = build_opener(NoRedirect)


def call(
    method: str, path: str, request: dict | None = None, key: str | None = None
) -> tuple[int, object]:
    """The status, 0 if there was no answer, and the parsed body."""
    headers = {
        "Authorization": f"Basic {base64.b64encode(CREDENTIALS.encode()).decode()}",
        "Accept": "application/json",
    }
    if request is not None:  # the gateway refuses a GET with this header
        headers["Content-Type"] = "application/json"
    if key is not None:
        headers["RequestID"] = key
    data = None if request is None else json.dumps({"request": request}).encode()
    url = os.environ["PAYMENTS_GATEWAY_URL"] + path
    try:
        with OPENER.open(
            Request(url, data, headers, method=method), timeout=TIMEOUT
        ) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, None
    except (OSError, ValueError, HTTPException):
        return 0, None


def look_up(key: str) -> tuple[int, list[dict] | None]:
    """The status, and the payments of this key.

    They are None if the answer does not show them.
    """
    status, found = call("GET", f"/v2/transactions/tracking_id/{quote(key, safe='')}")
    transactions = found.get("transactions") if isinstance(found, dict) else None
    # After any other answer, such as a 404 or the page of a proxy, an earlier call may
    # have charged the card.
    if status != 200 or not isinstance(transactions, list):
        return status, None
    payments = [each for each in transactions if each["type"] == "payment"]
    # A gateway may decline a retry, so any other payment counts more.
    return status, sorted(payments, key=lambda each: each["status"] == "failed")


def claim(db: sqlite3.Connection, key: str, now: float) -> bool:
    """Stores, in one statement, that the row is sent now.

    False if an earlier call may still run. A time in the future is of a clock that was
    wrong.
    """
    update = """
        UPDATE charges SET sent_at = ?
        WHERE id = ? AND state = 'open'
            AND (sent_at IS NULL OR sent_at NOT BETWEEN ? AND ?)
    """
    return db.execute(update, (now, key, now - UNDER_WAY, now + UNDER_WAY)).rowcount == 1


def charge_once(db: sqlite3.Connection, row: sqlite3.Row) -> tuple[str, str]:
    """The state, and why.

    It is paid, failed, refused (nothing happened) or open (not known yet).
    """
    now = time.time()
    is_claimed = claim(db, row["id"], now)
    status, payments = look_up(row["id"])
    if payments is None:
        return "open", f"the look-up got {status}"
    payment = payments[0] if payments else None
    if payment is None:
        if not is_claimed:
            return "open", "an earlier call may still run"
        # Another process may claim the row before this call ends.
        if time.time() - now > UNDER_WAY / 2:
            return "open", "the look-up took long"
        request = {
            "amount": row["amount"],
            "currency": row["currency"],
            "description": row["description"],
            "tracking_id": row["id"],
            "credit_card": {"token": row["card_token"]},
            "additional_data": {"card_on_file": {"initiator": "merchant"}},
        }
        status, body = call("POST", "/transactions/payments", request, row["id"])
        # Only these two mean that the gateway refused the request. After 408, 409 or 5xx
        # it may have charged the card.
        if status in (400, 422):
            # The gateway may refuse because an earlier call arrived after the look-up.
            return (
                "refused" if look_up(row["id"])[1] == [] else "open"
            ), f"the charge got {status}"
        payment = body.get("transaction") if isinstance(body, dict) else None
        if status != 200 or payment is None:
            return "open", f"the charge got {status}"
    asked = {
        "tracking_id": row["id"],
        "amount": row["amount"],
        "currency": row["currency"],
        "type": "payment",
    }
    if any(payment.get(field) != value for field, value in asked.items()):
        return "open", f"{payment['uid']} is not what was asked for"
    if payment.get("test") not in (None, False):
        return "open", f"{payment['uid']} is a test: no money moved"
    states = {"successful": "paid", "failed": "failed", "expired": "failed"}
    return states.get(payment["status"], "open"), payment["uid"]


db = sqlite3.connect(os.environ["DATABASE"], isolation_level=None)
db.row_factory = sqlite3.Row
charge = db.execute("SELECT * FROM charges WHERE id = ?", (sys.argv[1],)).fetchone()
state, why = charge_once(db, charge)
db.execute(
    "UPDATE charges SET state = ? WHERE id = ? AND state = 'open'", (state, charge["id"])
)
print(state, why)
