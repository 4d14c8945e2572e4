import { orderFacts, ordersNamed } from "../explain/order-facts.ts";
import { summarizeOrder } from "../explain/order-summary.ts";
import { stepsOf, textsOfSentence } from "../explain/sentence.ts";
import { storyOf } from "../explain/story.ts";
import { verdictOf } from "../explain/verdict.ts";
import { callsAbout, toApiCall } from "../gateway/calls.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { headersOf } from "../gateway/orders/delivery.ts";
import type { Order } from "../gateway/orders/order.ts";

const COMMANDS: Readonly<Record<string, string>> = { Pay: "pay", Complete: "pay", "Send again": "resend" };

/** Returns the tracking id of an order if no other order has it. Otherwise returns another id for commands. */
const commandId = (order: Order, gateway: Gateway): string => {
  const { trackingId } = orderFacts(order);
  const isUnique =
    trackingId !== undefined &&
    /^[\w.:-]+$/.test(trackingId) &&
    ordersNamed(gateway, trackingId).length === 1;
  return isUnique ? trackingId : order.id;
};

/** Returns all facts of an order, for a bug report, the command line and test suites. */
export const toOrderFile = (order: Order, gateway: Gateway) => {
  const { tone, sentences } = verdictOf(order, gateway);
  const id = commandId(order, gateway);
  const commands = sentences.flatMap(stepsOf).flatMap(({ press }) => COMMANDS[press] ?? []);
  return {
    order: summarizeOrder(order, gateway),
    says: sentences.map(textsOfSentence),
    tone,
    commands: commands.map((command) => `${command} ${id}`),
    events: storyOf(order, gateway).map(({ at, title, tone, text = "" }) => ({ at, title, tone, text })),
    request: order.fields,
    transactions: order.transactions.map(({ transaction }) => transaction),
    calls: callsAbout(gateway, order).map(toApiCall),
    notifications: order.deliveries.map((delivery) => ({
      ...delivery,
      headers: headersOf(delivery.signature, "Basic [redacted]"),
    })),
  };
};
