import type * as z from "zod/mini";
import type { Transaction } from "../../api/transactions/transaction.ts";
import { withTimeout } from "../../runtime/with-timeout.ts";
import {
  answeredText,
  changesOf,
  isForged,
  isForgeryAccepted,
  resultOfDelivery,
  summaryOfDelivery,
  wayOf,
} from "../explain/notification-state.ts";
import { nameOfOrder } from "../explain/order-facts.ts";
import { type OrderView, phraseText } from "../explain/order-model.ts";
import { viewOf } from "../explain/order-view.ts";
import { LINKED_PAGES } from "../explain/sentence.ts";
import { eventOfTransaction } from "../explain/story.ts";
import { type Gateway, pageLinks } from "../gateway/gateway.ts";
import type { Delivery, Order } from "../gateway/orders/order.ts";
import { statusFacts, type Tone } from "../gateway/payments/states.ts";
import type { notifyAgain } from "./notifications.ts";
import { parseParams } from "./parameters.ts";

/** What an action began. */
export interface Result {
  readonly order?: Order;
  readonly note?: string | undefined;
  /** Resolves after the shop's answer, or rejects with a refusal. */
  readonly notified?: Promise<unknown>;
}

/** The result in words, after the shop's answer or after the maximum time for it. */
export interface Said {
  /** Sentences, such as `Paid €129.00. The shop answered 200.` */
  readonly message: string;
  /** How the dashboard shows the message. Default: `info`. */
  readonly tone?: Tone;
  /** The address of the new event on the dashboard. */
  readonly event?: string | undefined;
  /** The page of the dashboard with the result. Default: the page with the form. */
  readonly to?: string;
  /** The payment that the action made or changed. */
  readonly transaction?: Transaction | undefined;
  /** The newest notification of the order. */
  readonly notification?: Delivery | undefined;
}

/** The result of an action. */
export interface ActionResult extends Said {
  /** Null for an action without an order. */
  readonly order: OrderView | null;
  /** Which order was chosen, if several orders have the id. */
  readonly note?: string | undefined;
  /** Whether the shop accepted a notification with a wrong signature. */
  readonly isForgeryAccepted?: true;
  /** The address of the guide, if it did. */
  readonly guide?: string;
}

/** In milliseconds. Longer than the timeout of a post. */
const DEFAULT_WAIT = 31_000;

type Schema<Shape extends z.core.$ZodShape> = z.ZodMiniObject<Shape, z.core.$strict>;

interface Definition<Shape extends z.core.$ZodShape, R extends Result | undefined> {
  readonly schema: Schema<Shape>;
  /** @throws Refusal */
  readonly run: (gateway: Gateway, params: z.output<Schema<Shape>>, origin: string) => R;
  readonly says: (gateway: Gateway, result: R, params: z.output<Schema<Shape>>) => Said;
}

/** An action with its parameters. */
export interface Action<Shape extends z.core.$ZodShape = z.core.$ZodShape> {
  readonly schema: Schema<Shape>;
  /** @internal Checks the parameters, and begins the action. @throws Refusal */
  readonly begin: (gateway: Gateway, params: unknown, origin?: string) => Result | undefined;
  /**
   * @internal Checks the parameters, and runs the action. Rejects with a Refusal.
   *
   * @param origin The origin for links in the result.
   * @param wait Maximum time for the answer of the merchant's server in milliseconds.
   */
  readonly act: (
    gateway: Gateway,
    params: unknown,
    origin: string,
    wait?: number | undefined,
  ) => Promise<ActionResult>;
}

export const define = <Shape extends z.core.$ZodShape, R extends Result | undefined>({
  schema,
  run,
  says,
}: Definition<Shape, R>): Action<Shape> => ({
  schema,
  begin: (gateway, params, origin = "") => run(gateway, parseParams(schema, params), origin),
  act: async (gateway, given, origin, wait = DEFAULT_WAIT) => {
    const params = parseParams(schema, given);
    const result = run(gateway, params, origin);
    const { order, note, notified }: Result = result ?? {};
    await withTimeout(Promise.resolve(notified), wait, () => undefined);
    const said = says(gateway, result, params);
    return {
      ...said,
      order: order ? viewOf(order, gateway) : null,
      ...(note !== undefined && { note }),
      ...(said.notification &&
        isForgeryAccepted(said.notification) && {
          isForgeryAccepted: true,
          guide: origin + LINKED_PAGES.guide.address,
        }),
    };
  },
});

const eventAt = (order: string, id: string): string => `${pageLinks.order(order)}#${id}`;

/** The first sentence of the order's page, and the shop's answer. */
export const sayOrder = (gateway: Gateway, { order }: { readonly order: Order }): Said => {
  const { id, transactions, deliveries } = order;
  const [transaction, notification] = [transactions.at(-1)?.transaction, deliveries.at(-1)];
  const [line] = viewOf(order, gateway).says;
  const words = line?.text.map((phrase) => phraseText(phrase)) ?? [];
  const { tone = "info" } = statusFacts(transaction?.status) ?? {};
  const { tone: answered } = notification ? resultOfDelivery(notification) : { tone };
  const event = transaction ? eventOfTransaction(transaction) : "expired";
  return {
    message: `${words.join("")} ${notification ? answeredText(notification) : "The shop was not notified."}`,
    tone: answered === "good" ? tone : answered,
    event: eventAt(id, notification ? `delivery-${notification.id}` : event),
    transaction,
    notification,
  };
};

export const sayCreated = (gateway: Gateway, { order }: { readonly order: Order }): Said => ({
  message: `Created order ${nameOfOrder(order, gateway)}.`,
  tone: "good",
  to: pageLinks.order(order.id),
});

const sentText = (before: Delivery, sent: Delivery): string => {
  if (sent.id === before.id) return `Sent again as it was (${summaryOfDelivery(before)}).`;
  const [change, ...more] = isForged(sent) ? [] : changesOf(before, sent);
  const beside = change && `: ${change.field} ${change.now}, before ${change.before}`;
  const others = more.length > 0 ? ` (also changed: ${more.map(({ field }) => field).join(", ")})` : "";
  return `Sent again ${wayOf(sent)}${beside ?? ""}${others}.`;
};

export const sayNotified = (
  { store, disturbances }: Gateway,
  { before, id }: ReturnType<typeof notifyAgain>,
): Said => {
  const notification = store.deliveries.get(id);
  if (!notification) return { message: "The notification was deleted." };
  const isPlanned = disturbances.entries.length > 0;
  const planned = isPlanned ? " The planned disturbance still waits for the next new notification." : "";
  return {
    message: `${sentText(before, notification)} ${answeredText(notification)}${planned}`,
    tone: resultOfDelivery(notification).tone,
    event: eventAt(before.token, `delivery-${id}`),
    notification,
  };
};
