"""Applies the transaction of each line of the input to an order, and prints what became of it."""

import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "../../../examples/other-languages"))

from notify import Shop, handle_payment


class OneOrder(Shop):
    paid_by: str | None = None
    reason = ""
    order_id = ""

    def find_order(self, tracking_id: str) -> dict | None:
        order = {"amount": 12900, "currency": "EUR", "paid_by": self.paid_by}
        return order if tracking_id == "order-1007" else None

    def paid(self, order: dict, uid: str, key: str) -> None:
        self.paid_by = uid

    def review(self, key: str, reason: str, uid: str, money: str, tracking_id: str) -> None:
        self.reason, self.order_id = reason, tracking_id

    def taken_back(self, uid: str, payment_uid: str, amount: int) -> None:
        pass


for line in sys.stdin:
    shop = OneOrder()
    try:
        result = handle_payment(shop, json.loads(line))
    except ValueError:
        result = "error"
    print(json.dumps([result, shop.reason, shop.order_id]))
