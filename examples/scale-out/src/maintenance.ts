import { readNumber } from "./database.ts";
import { deleteOldOrders } from "./retention.ts";
import type { Shop } from "./shop.ts";

/** For how many months orders are kept; for ever if it is not set: the law decides. */
const keptMonths = readNumber("KEEP_MONTHS");

/** What killed processes left behind: claims whose token was never stored. */
const OLD_CLAIMS = "DELETE FROM checkouts WHERE token IS NULL AND claimed_at < now() - interval '1 hour'";

/** Deletes what nobody needs any more. What is left when `isOver` is deleted by the next run. */
export async function maintain({ pool }: Shop, isOver: () => boolean): Promise<void> {
  await pool.query(OLD_CLAIMS);
  if (keptMonths !== undefined) await deleteOldOrders(pool, keptMonths, isOver);
}
