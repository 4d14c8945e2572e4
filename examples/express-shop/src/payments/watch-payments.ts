import { setTimeout } from "node:timers/promises";
import { NotFoundError } from "payments-client";
import type { Shop } from "../shop.ts";
import { takeStatus } from "./ask-gateway.ts";
import { closeUnknownToken, isOpenToken } from "./checkouts.ts";

/** Polls payments until their status is final. */
export interface Watch {
  add(token: string): void;
  stop(): Promise<void>;
}

/** Intervals to wait after an error that a client does not retry. */
const PAUSE = 20;

/** Takes the final status of a token. A 404 closes it only when the gateway has answered it for long. */
async function takeFinal(shop: Shop, token: string, interval: number, signal: AbortSignal): Promise<void> {
  try {
    takeStatus(shop, await shop.payments.checkouts.poll(token, { interval, signal }));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    console.error("A payment's status is asked for again later:", error);
    closeUnknownToken(shop.db, token);
  }
}

/**
 * Waits until a token is closed. The client keeps polling while the gateway is unavailable. Any other error, also a 404,
 * says nothing about the payment, and a final status may lack what the shop needs: the token is polled again later.
 */
async function watchPayment(shop: Shop, token: string, interval: number, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      try {
        await takeFinal(shop, token, interval, signal);
        if (!isOpenToken(shop.db, token)) return;
      } catch (error) {
        if (!signal.aborted) console.error("A payment's status is asked for again later:", error);
      }
      await setTimeout(PAUSE * interval, undefined, { signal, ref: false });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
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
