// Starts the shop, and places, reads, refunds and renews its orders: npx payments-client check-shop ./shop.check.mjs
import { checkFunctions } from "../check-functions.mjs";

export const { start, restart, stop, placeOrder, fulfillments, inReview, refund, renew, reconcile } =
  checkFunctions({
    url: "http://127.0.0.1:8042",
    cwd: import.meta.dirname,
    command: ["python3", "shop.py", "8042"],
  });
