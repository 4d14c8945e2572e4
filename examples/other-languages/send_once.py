"""Moves money once for a row of your database, however often it runs.

Copy this file and notify.py. Store the row before the first call.
PAYMENTS_SHOP_ID, PAYMENTS_SECRET_KEY, PAYMENTS_PUBLIC_KEY and PAYMENTS_GATEWAY_URL are in
the environment. PAYMENTS_TIMEOUT and PAYMENTS_UNDER_WAY are milliseconds, for tests.
"""

import json
import os
import time
from collections.abc import Callable
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import HTTPRedirectHandler, Request, build_opener

from notify import CREDENTIALS, agreed, is_test, objects_in, outcome, read_json, setting

# Maximum seconds of one call, and how long an earlier call may still run.
TIMEOUT = int(os.environ.get("PAYMENTS_TIMEOUT", 30000)) / 1000
UNDER_WAY = int(os.environ.get("PAYMENTS_UNDER_WAY", 120000)) / 1000
if UNDER_WAY < 2 * TIMEOUT:
    raise ValueError("PAYMENTS_UNDER_WAY must be at least twice PAYMENTS_TIMEOUT")
TRANSACTIONS = setting("PAYMENTS_GATEWAY_URL") + "/transactions"
LOOK_UP = setting("PAYMENTS_GATEWAY_URL") + "/v2/transactions/tracking_id/"
# What an outcome means for the row. After any other outcome, it stays open.
STATES = {
    "paid": "succeeded",
    "refunded": "succeeded",
    "failed": "declined",
    "expired": "declined",
}


class NoRedirect(HTTPRedirectHandler):
    """Another host must not get the secret key."""

    def redirect_request(self, *_) -> None:
        return None


OPENER = build_opener(NoRedirect)


def call(
    method: str, url: str, content: dict | None = None, key: str | None = None
) -> tuple[int, dict]:
    """The status, 0 if there was no answer, and the object in the body."""
    headers = {"Authorization": f"Basic {CREDENTIALS}", "Accept": "application/json"}
    if content is not None:  # the gateway refuses a GET with this header
        headers["Content-Type"] = "application/json"
    if key is not None:
        headers["RequestID"] = key
    data = None if content is None else json.dumps(content).encode()
    request = Request(url, data, headers, method=method)
    try:
        try:
            answer = OPENER.open(request, timeout=TIMEOUT)
        except HTTPError as error:
            answer = error
        with answer:
            body = read_json(answer.read())
            return answer.status, body if isinstance(body, dict) else {}
    except (OSError, ValueError, HTTPException):
        return 0, {}


def field_of_other_call(made: dict, asked: dict) -> str | None:
    """The field in which a transaction differs from a request.

    None if it is of this request.
    """
    for field in ("type", "parent_uid", "amount", "currency", "tracking_id"):
        if field in asked and agreed(made, field) != str(asked[field]):
            return field
    return None


def inside(value: object, *path: str) -> object:
    """The value of a path of fields. None if a field is missing."""
    for field in path:
        value = value.get(field) if isinstance(value, dict) else None
    return value


def is_of_other_card(made: dict, asked: dict) -> bool:
    """Whether a payment was made with another card.

    A payment with a payment token was made by a customer, who can choose any tracking id.
    """
    mine = inside(asked, "credit_card", "token")
    card = inside(made, "credit_card", "token")
    is_by_customer = inside(made, "additional_data", "vendor", "token") is not None
    return mine is not None and (is_by_customer or card not in (None, mine))


def result_of(made: dict) -> tuple[str, str]:
    """The state of a row, by the transaction that the gateway made for it, and why."""
    if is_test(made):
        return "open", f"{made.get('uid')} is a test: no money moved"
    return STATES.get(outcome(made), "open"), str(made.get("uid"))


def look_up(asked: dict) -> tuple[str, str] | None:
    """The result of an earlier call. None if the gateway has no such transaction."""
    status, found = call("GET", LOOK_UP + quote(asked["tracking_id"], safe=""))
    listed = found.get("transactions")
    # After any other answer, such as a 404 or the page of a proxy, an earlier call may
    # have moved the money.
    if status != 200 or not isinstance(listed, list) or objects_in(listed) != listed:
        return "open", f"the look-up got {status}"
    results, other = [], None
    for made in listed:
        if made.get("type") != asked["type"]:
            continue
        field = (
            "credit_card"
            if is_of_other_card(made, asked)
            else field_of_other_call(made, asked)
        )
        if field is None:
            results.append(result_of(made))
        else:
            other = "open", f"{made.get('uid')} has another {field}"
    # A gateway may decline a repeat, so any other result counts more.
    return min(results, key=lambda result: result[0] == "declined", default=other)


def send_once(
    type_: str, request: dict, key: str, claim: Callable[[float], bool]
) -> tuple[str, str | None]:
    """The state of the row, and why. None if this call learned nothing.

    It is succeeded, declined (by the bank), refused (by the gateway, nothing happened)
    or open (not known yet). If it is open, call it again later, with the same key.

    `type_` is payment or refund, and `key` the id of the row. For a payment, it has a
    random part, because a customer can make a payment with any tracking id. `claim`
    stores, in one statement, that the row is sent now, unless it was sent less than so
    many seconds ago. It returns whether it changed the row. A time in the future is of a
    clock that was wrong, so the row is sent.
    """
    now = time.time()
    is_claimed = claim(UNDER_WAY)
    request = {**request, "tracking_id": key}
    asked = {**request, "type": type_}
    earlier = look_up(asked)
    if earlier is not None:
        return earlier
    if not is_claimed:
        # An earlier call may still run.
        return "open", None
    # Another process may claim the row before this call ends.
    if time.time() - now > UNDER_WAY / 2:
        return "open", "the look-up took long"
    status, body = call("POST", f"{TRANSACTIONS}/{type_}s", {"request": request}, key)
    # Only these two mean that the gateway refused the request. After 408, 409 or 5xx it
    # may have moved the money.
    if status in (400, 422):
        # The gateway may refuse because an earlier call arrived after the look-up.
        return look_up(asked) or ("refused", json.dumps(body))
    made = body.get("transaction")
    if status // 100 != 2 or not isinstance(made, dict):
        return "open", f"the gateway answered {status}"
    field = field_of_other_call(made, asked)
    return (
        result_of(made)
        if field is None
        else ("open", f"{made.get('uid')} has another {field}")
    )
