import type { Shop } from "../shop.ts";
import { askGateway } from "./ask-gateway.ts";
import { checkLater, tokensDue } from "./checkouts.ts";

/**
 * Asks what became of the payments that are open: a notification can be lost, and the gateway stops posting after
 * a day and a half. Each token is asked for at growing intervals until its status is final, those of paid orders
 * too: a second payment has to be found.
 *
 * A gateway that does not answer is left alone until the next run; the tokens that were not asked for stay due.
 */
export async function reconcile(shop: Shop): Promise<void> {
  for (const token of tokensDue(shop.db)) {
    try {
      await askGateway(shop, token.token);
    } finally {
      checkLater(shop.db, token);
    }
  }
}
