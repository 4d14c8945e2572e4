/** Renews what is due, once. Start it from cron or a timer; PAYMENTS_… and DATABASE are in the environment. */
import { PaymentsClient } from "payments-client";
import { openDatabase } from "./database.ts";
import { renew } from "./renew.ts";

const { DATABASE = "subscriptions.sqlite", RETURN_URL, TEST_MODE } = process.env;
if (RETURN_URL === undefined) throw new Error("Set RETURN_URL, where customers return after 3-D Secure");

const db = openDatabase(DATABASE);
await renew({
  db,
  payments: new PaymentsClient(),
  test: TEST_MODE === "true",
  returnUrl: RETURN_URL,
  now: new Date(),
});
db.close();
