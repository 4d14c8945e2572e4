"""Receives the gateway's notifications, and applies each payment to its order.

Copy this file, and write the four functions of Shop.
PAYMENTS_SHOP_ID, PAYMENTS_SECRET_KEY and PAYMENTS_PUBLIC_KEY are in the environment.
pip install cryptography
"""

import base64
import hmac
import json
import os
import re
import socket
import sys
from abc import ABC, abstractmethod
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    load_der_public_key,
    load_pem_public_key,
)


class Shop(ABC):
    """Your functions. Each may be called again for the same payment."""

    @abstractmethod
    def find_order(self, tracking_id: str) -> dict | None:
        """Finds an order.

        Do not read it from a replica or a cache, because it is read again after `paid`.

        It has `amount` in minor units, `currency`, `paid_by` (a uid, or None) and your
        own fields. Optional: `closed`, True if the order takes no payment any more, and
        `test`, True if a test payment may pay it.
        """

    @abstractmethod
    def paid(self, order: dict, uid: str, key: str) -> None:
        """UPDATE orders SET paid_by = :uid WHERE id = :id AND paid_by IS NULL.

        Do not ship here: let a job ship the orders that are paid.
        """

    @abstractmethod
    def review(
        self, key: str, reason: str, uid: str, money: str, tracking_id: str
    ) -> None:
        """Stores a success that pays no order, under its unique key.

        `money` is its amount in minor units and its currency, such as 12900 EUR.
        Your staff refund it. `paid` deletes the review with its key.
        """

    @abstractmethod
    def taken_back(self, uid: str, payment_uid: str, amount: int) -> None:
        """Stores money of a payment that went back, under its unique uid."""


def setting(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise RuntimeError(f"{name} is not set")
    return value


def load_key(text: str):
    return (
        load_pem_public_key(text.encode())
        if "BEGIN" in text
        else load_der_public_key(base64.b64decode(text))
    )


SHOP_ID = setting("PAYMENTS_SHOP_ID")
CREDENTIALS = base64.b64encode(
    f"{SHOP_ID}:{setting('PAYMENTS_SECRET_KEY')}".encode()
).decode()
PUBLIC_KEY = load_key(setting("PAYMENTS_PUBLIC_KEY"))
MAX_BYTES = 1_048_576  # the largest body: a notification has a few thousand
OUTCOMES = {
    "payment": "paid",
    "charge": "paid",
    "authorization": "authorized",
    "capture": "captured",
    "void": "voided",
    "refund": "refunded",
    "chargeback": "charged_back",
    "payout": "paid_out",
    "tokenization": "tokenized",
}
# What a status means. Any other status may still change.
MEANINGS = {
    "successful": "successful",
    "failed": "failed",
    "error": "failed",
    "deleted": "failed",
    "expired": "expired",
}
# Objects of a payment whose status is not the status of the payment.
NOT_SECTIONS = re.compile(
    "(checkout|company|credit_card|customer|erip|gateway|merchant|order"
    "|parent_transaction|payment_method|recipient|settings|shop|transaction|travel"
    "|verify_p2p)|.*_(address|data|fields|response|verification)",
    re.DOTALL,
)
# Any escape in JSON. The group has half of a surrogate pair.
HALF_PAIR = re.compile(
    r"\\(?:ud[89ab]..\\ud[c-f]|(ud[89a-f]..)|.)", re.IGNORECASE | re.DOTALL
)
# The types of transactions that follow another transaction.
FOLLOW_UPS = ("capture", "void", "refund", "chargeback")


def answer_to(
    shop: Shop, body: bytes, authorization: str, signature: str
) -> tuple[int, str]:
    """The status for the gateway, and a line for the log.

    After any other status than 200, the gateway sends the notification again.

    If a header was sent twice, join its values by a comma.
    """
    scheme, _, credentials = authorization.partition(" ")
    if scheme.lower() != "basic" or not hmac.compare_digest(
        credentials.strip().encode(), CREDENTIALS.encode()
    ):
        return 401, "the credentials are missing or wrong"
    if not is_signed(body, signature):
        return 401, "the signature is missing or wrong"
    raw = read_json(body)
    if not isinstance(raw, dict):
        return 400, "it is no JSON object"
    for place in (raw, raw.get("transaction"), raw.get("checkout")):
        if isinstance(place, dict):
            shop_field = place.get("shop")
            ids = (
                place.get("shop_id"),
                shop_field.get("id") if isinstance(shop_field, dict) else None,
            )
            if any(is_given(each) and text_of(each) != SHOP_ID for each in ids):
                return 401, "it is of another shop"
    if is_given(raw.get("plan")) or (text_of(raw.get("id")) or "").startswith("sbs_"):
        return 200, "it is a subscription"
    last = raw.get("last_transaction")
    if (
        isinstance(raw.get("product"), dict)
        and isinstance(last, dict)
        and text_of(last.get("uid"))
    ):
        return 200, "it is a payment link"
    transaction, checkout = raw.get("transaction"), raw.get("checkout")
    token = (
        raw.get("token")
        if checkout is None
        else checkout.get("token") if isinstance(checkout, dict) else None
    )
    if not isinstance(transaction, dict) or not text_of(transaction.get("uid")):
        # The gateway sends the status of a token only if the token expired, and this pays
        # nothing.
        return (
            (200, "") if isinstance(token, str) and token else (400, "it is no payment")
        )
    is_status = is_given(raw.get("transaction_type")) or is_given(
        raw.get("gateway_response")
    )
    if is_status or (isinstance(checkout, dict) and is_given(checkout.get("token"))):
        return 400, "it is two payments at once"
    what = handle_payment(shop, transaction)
    return 200, (
        ""
        if what in ("paid", "review", "pending", "failed", "expired")
        else f"the payment is {what}"
    )


def is_signed(body: bytes, signature: str) -> bool:
    """Whether the gateway signed these bytes.

    Verify the raw body, before anything parses it.
    """
    try:
        PUBLIC_KEY.verify(
            base64.b64decode(signature, validate=True), body, PKCS1v15(), SHA256()
        )
        return True
    except (InvalidSignature, ValueError):
        return False


def read_json(body: bytes) -> object:
    """The value. None if it is no JSON.

    SQLite refuses half of a surrogate pair, such as the end of a name that was cut in the
    middle of an emoji.
    """
    text = HALF_PAIR.sub(
        lambda escape: "\\ufffd" if escape[1] else escape[0],
        body.decode("utf-8-sig", "replace"),
    )
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def is_given(value: object) -> bool:
    return value is not None and value != ""


def text_of(value: object) -> str | None:
    """The text of a value. None if it is no text or integer."""
    return (
        str(value)
        if isinstance(value, (str, int)) and not isinstance(value, bool)
        else None
    )


def objects_in(value: object) -> list[dict]:
    """The object itself, or the objects of a list."""
    return [
        each
        for each in (value if isinstance(value, list) else [value])
        if isinstance(each, dict)
    ]


def sections_of(transaction: dict) -> list[tuple[str, dict]]:
    """The sections of a transaction, each with the type that names it."""
    return [
        (type_, section)
        for type_ in OUTCOMES
        for section in objects_in(transaction.get(type_))
    ]


def places_of(transaction: dict) -> list[dict]:
    """Every object of a transaction that may have its amount, tracking id and so on."""
    return [
        transaction,
        *objects_in(transaction.get("order")),
        *(section for _, section in sections_of(transaction)),
    ]


def agreed(transaction: dict, field: str) -> str | None | bool:
    """The text of a field in all places.

    None if none has it, False if two differ or a value is no text or integer.
    """
    texts = [
        text_of(place[field])
        for place in places_of(transaction)
        if place.get(field) is not None
    ]
    if any(text is None or text != texts[0] for text in texts):
        return False
    return texts[0] if texts else None


def tracking_id_of(transaction: dict) -> str:
    """The tracking id of the order.

    A chargeback has none, so it is read from the payment that was charged back.
    """
    own = agreed(transaction, "tracking_id")
    parent, parent_uid = (
        transaction.get("parent_transaction"),
        text_of(transaction.get("parent_uid")),
    )
    is_needed = (
        own is None
        and transaction.get("type") in FOLLOW_UPS
        and isinstance(parent, dict)
        and parent_uid is not None
        and text_of(parent.get("uid")) == parent_uid
    )
    return (text_of(parent.get("tracking_id")) if is_needed else own) or ""


def is_off(flag: object) -> bool:
    """Only false and null are off. `in` would take 0 for False."""
    return flag is None or flag is False


def is_test(place: dict) -> bool:
    return not is_off(place.get("test"))


def meaning_of(status: object) -> str | None:
    """What a status means. None if it is no text."""
    return (
        MEANINGS.get(status or "", "pending")
        if status is None or isinstance(status, str)
        else None
    )


def is_consistent(transaction: dict) -> bool:
    """Whether all places have the same values.

    No part may be about another transaction or the status of a token.
    """
    if any(
        agreed(transaction, field) is False
        for field in ("uid", "amount", "currency", "tracking_id")
    ):
        return False
    if any(
        is_test(place) != is_test(transaction)
        for place in places_of(transaction)
        if place.get("test") is not None
    ):
        return False
    if any(
        is_given(transaction.get(field))
        for field in ("transaction", "checkout", "transaction_type", "gateway_response")
    ):
        return False
    if not (
        is_off(transaction.get("expired"))
        and (transaction.get("finished") is None or transaction["finished"] is True)
    ):
        return False
    methods = ("payment_method_type", "method_type")
    known = OUTCOMES.keys() | {text_of(transaction.get(field)) for field in methods}
    return not any(
        section.get("status") == "successful"
        for name, value in transaction.items()
        if name not in known and not NOT_SECTIONS.fullmatch(name)
        for section in objects_in(value)
    )


def outcome(transaction: dict) -> str:
    """What happened, in one word, with tests counted.

    It is `unknown` if the transaction contradicts itself.
    """
    type_, status = transaction.get("type"), transaction.get("status")
    meaning = meaning_of(status)
    if (
        not isinstance(type_, str)
        or type_ not in OUTCOMES
        or meaning is None
        or not is_consistent(transaction)
    ):
        return "unknown"
    own = transaction.get(type_)
    if own is not None and (
        not isinstance(own, dict) or own.get("type", type_) not in (None, type_)
    ):
        return "unknown"
    for name, section in sections_of(transaction):
        inside = meaning_of(
            status if section.get("status") is None else section["status"]
        )
        is_other = (
            inside != meaning if name == type_ else own is None or inside == "successful"
        )
        if is_other:
            return "unknown"
    if meaning != "successful":
        return meaning
    amount = agreed(transaction, "amount")
    is_money = (
        type_ == "tokenization" or amount is None or re.fullmatch("[1-9][0-9]*", amount)
    )
    return OUTCOMES[type_] if is_money else "unknown"


def check_order(order: dict) -> None:
    """Raises if no payment can be compared with this order."""
    amount, currency = text_of(order.get("amount")) or "", str(order.get("currency"))
    if (
        not re.fullmatch("[0-9]+", amount)
        or not re.fullmatch("[A-Z]{3}", currency)
        or order.get("paid_by", "") == ""
    ):
        raise ValueError("find_order must return amount, currency and paid_by")


def handle_payment(shop: Shop, transaction: dict) -> str:
    """Applies a transaction to its order. It may be called any number of times.

    The transaction is from a notification or from the gateway's answer.

    The result is `paid`, `review`, or the outcome of what pays no order.
    """
    what = outcome(transaction)
    uid = text_of(transaction.get("uid"))
    if not uid:
        raise ValueError("The payment has no uid")
    unknown = (
        [transaction.get("type"), transaction.get("status")] if what == "unknown" else []
    )
    key = json.dumps([uid, what, *unknown])
    tracking_id = tracking_id_of(transaction)
    made = (agreed(transaction, "amount"), agreed(transaction, "currency"))

    def find() -> dict | None:
        order = shop.find_order(tracking_id)
        if order is not None:
            check_order(order)
        return order

    def review(reason: str) -> str:
        money = " ".join(str(value or "") for value in made)
        shop.review(key, reason, uid, money, tracking_id)
        return "review"

    order = find()
    if what == "unknown":
        is_contradicted = agreed(transaction, "tracking_id") is False
        return review("mismatch" if is_contradicted else "unknown")
    if (
        what in OUTCOMES.values()
        and is_test(transaction)
        and not (order or {}).get("test")
    ):
        return "test"
    payment_uid = text_of(transaction.get("parent_uid"))
    if what in ("refunded", "charged_back") and payment_uid:
        # Perhaps before its payment is known.
        shop.taken_back(uid, payment_uid, int(agreed(transaction, "amount") or 0))
    if what == "charged_back":
        return review("charged_back")
    if what not in ("paid", "authorized"):
        return what
    if order is None:
        return review("no_order")
    if what == "authorized":
        return review("no_function")
    if made != (text_of(order["amount"]), order["currency"]):
        return review("mismatch")
    # A repeat calls `paid` too. After it, the order in the database decides.
    if order["paid_by"] == uid or (order["paid_by"] is None and not order.get("closed")):
        shop.paid(order, uid, key)
        order = find()
        if order is None or (order["paid_by"] is None and not order.get("closed")):
            raise RuntimeError(f"paid did not mark the order of {uid}")
    if order["paid_by"] == uid:
        return "paid"
    return review("closed" if order["paid_by"] is None else "other_payment")


class Server(ThreadingHTTPServer):
    """Reads at most 50 requests at a time.

    A new one ends the oldest, so that clients that send nothing keep no one out.
    """

    request_queue_size = 128
    daemon_threads = True

    def __init__(self, port: int, handler: type["Handler"]) -> None:
        self.unread: dict[socket.socket, None] = {}
        super().__init__(("127.0.0.1", port), handler)

    def process_request(self, request: socket.socket, client_address: object) -> None:
        while len(self.unread) >= 50:
            self.end_oldest()
        self.unread[request] = None
        super().process_request(request, client_address)

    def end_oldest(self) -> None:
        try:
            oldest = next(iter(self.unread))
            self.read(oldest)
            oldest.shutdown(socket.SHUT_RDWR)
        except (StopIteration, RuntimeError, OSError):
            pass  # it ended in the meantime

    def read(self, request: socket.socket) -> None:
        self.unread.pop(request, None)

    def shutdown_request(self, request: socket.socket) -> None:
        self.read(request)
        super().shutdown_request(request)


class Handler(BaseHTTPRequestHandler):
    """Reads a request with its limits, and calls `respond`."""

    server: Server
    timeout = 10  # seconds without a byte

    def respond(self, body: bytes) -> tuple[int, str]:
        """The status and the text of the answer."""
        raise NotImplementedError

    def header(self, name: str) -> str:
        return ", ".join(self.headers.get_all(name, []))

    def do_GET(self) -> None:
        self.answer(b"")

    def do_POST(self) -> None:
        length = self.header("Content-Length")
        if not re.fullmatch("[0-9]+", length) or "Transfer-Encoding" in self.headers:
            return self.send(411, "")
        if len(length) > 7 or int(length) > MAX_BYTES:
            return self.send(413, "")
        body = self.rfile.read(int(length))
        if len(body) == int(length):
            self.answer(body)

    def answer(self, body: bytes) -> None:
        self.server.read(self.request)
        try:
            status, text = self.respond(body)
        except Exception as error:
            print(f"{self.path!r}: {error!r}", file=sys.stderr)
            status, text = 500, ""
        self.send(status, text)

    def receive(self, shop: Shop, body: bytes) -> int:
        """Answers a notification."""
        if self.command != "POST":
            return 405
        status, what = answer_to(
            shop, body, self.header("Authorization"), self.header("Content-Signature")
        )
        if what:
            print(f"answered {status} to a notification: {what}", file=sys.stderr)
        return status

    def send(self, status: int, text: str) -> None:
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Prints no line for each request."""
