/** Renews what is due, once. Start it from cron or a timer. PAYMENTS_… and DATABASE are in the environment. */
import { PaymentsClient } from "payments-client";
import { openDatabase } from "./database.ts";
import { renew } from "./renew.ts";

const { DATABASE = "subscriptions.sqlite", RETURN_URL, TEST_MODE, IDEMPOTENCY_KEYS } = process.env;
if (RETURN_URL === undefined || URL.parse(RETURN_URL) === null) {
  throw new Error("Set RETURN_URL, the URL where customers return after 3-D Secure");
}
const idempotencyKeys = IDEMPOTENCY_KEYS?.trim() === "true";
const isTestMode = TEST_MODE?.trim() === "true";
if (isTestMode && RETURN_URL.startsWith("https:")) {
  throw new Error("Remove TEST_MODE: behind an https RETURN_URL, test payments must not count as paid");
}

const db = openDatabase(DATABASE);
await renew({
  db,
  payments: new PaymentsClient({ idempotencyKeys }),
  test: isTestMode,
  returnUrl: RETURN_URL,
  clock: () => new Date(),
});
db.close();
