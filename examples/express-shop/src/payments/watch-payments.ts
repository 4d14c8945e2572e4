import { NotFoundError, RequestAbortedError } from "payments-client";
import type { Shop } from "../shop.ts";
import { takeStatus } from "./ask-gateway.ts";
import { closeToken } from "./checkouts.ts";

/** Payments that are asked about until their status is final. */
export interface Watch {
  add(token: string): void;
  stop(): Promise<void>;
}

/** Waits for the final status of a token. The client asks on where the gateway does not answer for a while. */
async function watchPayment(shop: Shop, token: string, interval: number, signal: AbortSignal): Promise<void> {
  try {
    takeStatus(shop, await shop.payments.checkouts.poll(token, { interval, signal }));
  } catch (error) {
    if (error instanceof NotFoundError) closeToken(shop.db, token);
    else if (!(error instanceof RequestAbortedError)) {
      console.error("A payment is not asked about any more until the next start:", error);
    }
  }
}

/**
 * Asks what became of payments: a notification can be lost, and the gateway stops posting after a day and a half.
 * Those of paid orders too: a second payment has to be found.
 *
 * @param seconds Between two questions, at most 30; 0 never asks.
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
