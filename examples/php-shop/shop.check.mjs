// Starts the shop, and places, reads and refunds its orders: npx payments-client check-shop ./shop.check.mjs
import { checkFunctions } from "../check-functions.mjs";

export const { start, restart, stop, placeOrder, fulfillments, inReview, refund, reconcile } = checkFunctions(
  {
    url: "http://127.0.0.1:8041",
    cwd: import.meta.dirname,
    command: ["php", "-S", "127.0.0.1:8041", "shop.php"],
  },
);
