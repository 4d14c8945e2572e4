import { transaction } from "./database.ts";
import { createPartitions } from "./partitions.ts";
import type { Shop } from "./shop.ts";

/** What killed processes left behind: claims whose token was never stored. */
const OLD_CLAIMS = "DELETE FROM checkouts WHERE token IS NULL AND claimed_at < now() - interval '1 hour'";

/** Prepares the next months, and cleans up. */
export async function maintain({ pool }: Shop): Promise<void> {
  await transaction(pool, createPartitions);
  await pool.query(OLD_CLAIMS);
}
