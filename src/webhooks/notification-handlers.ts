import { ConfigurationError } from "../errors/configuration-error.ts";
import type { Notification, OtherNotification } from "../payments/notification.ts";
import type { Outcome } from "../payments/outcome.ts";
import { reportIgnored } from "./failure-log.ts";
import type { HandlerOptions } from "./handler.ts";
import { createEvent, type PaymentEvent } from "./payment-event.ts";

/** Receives an event. The gateway sends it again unless this resolves: store `event.key` under a unique index. */
export type EventHandler = (event: PaymentEvent) => unknown;

/**
 * A function for each outcome, and options. An outcome that has none goes to `otherwise`; without that it is answered with
 * 200 and one line on stderr. `paid` or `otherwise` is required.
 */
export interface NotificationHandlers extends HandlerOptions {
  /** A payment succeeded. Compare it with your order by `event.expect` before you fulfil that. */
  paid?: EventHandler | undefined;
  /** The amount is held, to be captured. */
  authorized?: EventHandler | undefined;
  /** A held amount was captured, whole or in part. */
  captured?: EventHandler | undefined;
  /** A held amount was released. */
  voided?: EventHandler | undefined;
  /** A payment was refunded, whole or in part. */
  refunded?: EventHandler | undefined;
  /** A payout was made. */
  paid_out?: EventHandler | undefined;
  /** A card was saved, and no money moved. */
  tokenized?: EventHandler | undefined;
  /** Not final: it may still succeed or fail. */
  pending?: EventHandler | undefined;
  /** An attempt failed: the customer may still pay with another. */
  failed?: EventHandler | undefined;
  /** A payment token, or an alternative payment, expired unpaid. */
  expired?: EventHandler | undefined;
  /** Any success that is a test: no money moved. */
  test?: EventHandler | undefined;
  /** An unknown type, or data that contradicts itself: never money. */
  unknown?: EventHandler | undefined;
  /** Every outcome that has no function here. */
  otherwise?: EventHandler | undefined;
  /**
   * Something else than a payment of an order, such as a subscription. Default: one line on stderr, without the body, and
   * the answer 200, since the gateway would send it again for days.
   */
  other?: ((notification: OtherNotification) => unknown) | undefined;
}

/** The names of all functions. A record, so that it does not compile without one of the outcomes. */
const FUNCTIONS: Readonly<Record<Outcome | "otherwise" | "other" | "onError", true>> = {
  paid: true,
  authorized: true,
  captured: true,
  voided: true,
  refunded: true,
  paid_out: true,
  tokenized: true,
  pending: true,
  failed: true,
  expired: true,
  test: true,
  unknown: true,
  otherwise: true,
  other: true,
  onError: true,
};

/** Refuses what would lose events: a name that nothing calls, and a handler that does not receive payments. */
function checkHandlers(handlers: NotificationHandlers): void {
  const names = Object.keys(FUNCTIONS);
  for (const [name, value] of Object.entries(handlers)) {
    if (typeof value === "function" && !names.includes(name)) {
      throw new ConfigurationError(`handler has no function ${name}, only ${names.join(", ")}`);
    }
  }
  for (const name of names) {
    // From a prototype too: the functions may be methods of a class.
    if (!["undefined", "function"].includes(typeof Reflect.get(Object(handlers), name))) {
      throw new ConfigurationError(`${name} must be a function`);
    }
  }
  if (!handlers.paid && !handlers.otherwise) {
    throw new ConfigurationError("handler requires a function paid, or otherwise for every outcome");
  }
}

/** Calls the function for what happened. */
export function createDispatcher(
  handlers: NotificationHandlers,
): (notification: Notification) => Promise<void> {
  checkHandlers(handlers);
  return async (notification) => {
    if (notification.type === "other") {
      if (handlers.other) await handlers.other(notification);
      else reportIgnored("something else than a payment", "other");
      return;
    }
    const event = createEvent(notification);
    const handle = handlers[event.outcome] ?? handlers.otherwise;
    if (handle) await handle.call(handlers, event);
    else reportIgnored(`a payment that is ${event.outcome}`, `${event.outcome} and otherwise`);
  };
}
