import { NotFoundError, RequestAbortedError } from "payments-client";
import type { Shop } from "../shop.ts";
import { takeStatus } from "./ask-gateway.ts";
import { closeToken } from "./checkouts.ts";

/** Polls payments until their status is final. */
export interface Watch {
  add(token: string): void;
  stop(): Promise<void>;
}

/** Waits for the final status of a token. The client keeps polling while the gateway is unavailable. */
async function watchPayment(shop: Shop, token: string, interval: number, signal: AbortSignal): Promise<void> {
  try {
    takeStatus(shop, await shop.payments.checkouts.poll(token, { interval, signal }));
  } catch (error) {
    if (error instanceof NotFoundError) closeToken(shop.db, token);
    else if (!(error instanceof RequestAbortedError)) {
      console.error("A payment is not polled again until the next start:", error);
    }
  }
}

/**
 * Polls payments, since a notification can be lost and the gateway stops posting after a day and a half. Tokens of
 * paid orders are polled too, to find second payments.
 *
 * @param seconds First polling interval, at most 30; 0 disables polling.
 */
export function watchPayments(shop: Shop, seconds: number): Watch {
  const stopping = new AbortController();
  const watched = new Set<Promise<void>>();
  return {
    add(token) {
      if (seconds === 0 || stopping.signal.aborted) return;
      const payment = watchPayment(shop, token, seconds * 1000, stopping.signal).finally(() => {
        watched.delete(payment);
      });
      watched.add(payment);
    },
    async stop() {
      stopping.abort();
      await Promise.all(watched);
    },
  };
}
