import type { Shop } from "../shop.ts";
import { askGateway } from "./ask-gateway.ts";
import { listOpenTokens } from "./checkouts.ts";

/** How many tokens are asked about at the same time. */
const AT_ONCE = 8;

/**
 * Finds payments whose notification was lost. The job asks the gateway about each token until its status is final, even if
 * the order is paid, because the customer may pay a second token.
 */
export async function reconcile(shop: Shop, signal?: AbortSignal): Promise<void> {
  const tokens = listOpenTokens(shop.db).values();
  const ask = async (): Promise<void> => {
    for (const { token } of tokens) {
      if (signal?.aborted) return;
      try {
        await askGateway(shop, token);
      } catch (error) {
        console.error("A payment's status is asked for again later:", error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
}
