import { type CheckoutStatus, isFinal, NotFoundError } from "payments-client";
import { paymentEvent } from "payments-client/webhooks";
import type { OpenCheckout } from "./checkouts.ts";
import { type Sql, transaction } from "./database.ts";
import { record } from "./notifications.ts";
import type { Shop } from "./shop.ts";

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly maxRetries?: number;
}

/** One 404 can be an error of the gateway's. Those of an hour, without another answer between them, are final. */
const MISSING = `
  UPDATE checkouts SET missing_since = coalesce(missing_since, now())
  WHERE order_id = $1 AND token = $2 RETURNING missing_since < now() - interval '1 hour' AS gone`;

const CLOSE = "DELETE FROM checkouts WHERE order_id = $1 AND token = $2";

/** Closes a token whose payment needs no decision, or has got one. */
async function closeDecided(sql: Sql, { order_id, token }: OpenCheckout, key: string): Promise<boolean> {
  const isUndecided = `
    SELECT FROM notifications n LEFT JOIN decisions d USING (order_id, key)
    WHERE order_id = $1 AND key = $2 AND d.key IS NULL`;
  if ((await sql.query(isUndecided, [order_id, key])).rowCount !== 0) return false;
  await sql.query(CLOSE, [order_id, token]);
  return true;
}

/**
 * Asks for the status of a payment token. A final one is recorded like its notification, with the same key.
 *
 * @returns `open`: it can be paid. `paid`: its payment is being recorded. `closed`: it is of no use any more.
 */
export async function askGateway(
  shop: Shop,
  checkout: OpenCheckout,
  options: CallOptions,
): Promise<"open" | "paid" | "closed"> {
  const { order_id, token } = checkout;
  const status: CheckoutStatus | undefined = await shop.payments.checkouts
    .get(token, options)
    .catch((error) => {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    });
  if (!status) {
    const { rows } = await shop.pool.query<{ gone: boolean }>(MISSING, [order_id, token]);
    if (!rows[0]?.gone) return "open";
    await shop.pool.query(CLOSE, [order_id, token]);
    return "closed";
  }
  if (!isFinal(status)) {
    await shop.pool.query(
      "UPDATE checkouts SET missing_since = NULL WHERE order_id = $1 AND token = $2 AND missing_since IS NOT NULL",
      [order_id, token],
    );
    return "open";
  }
  return transaction(shop.pool, async (sql) => {
    const event = paymentEvent(status);
    await record(shop, sql, event);
    return (await closeDecided(sql, checkout, event.key)) ? "closed" : "paid";
  });
}
