import type { CheckoutStatus } from "../../../api/transactions/checkout-status.ts";
import type { Transaction } from "../../../api/transactions/transaction.ts";
import { addressOf } from "../../../shared/parse-url.ts";
import type { Gateway } from "../gateway.ts";
import { parseJson, sectionOf } from "../input/section.ts";
import {
  type Delivery,
  type DeliveryAnswer,
  type Disturbance,
  headersOf,
  type Order,
  type TransactionRecord,
} from "../orders/order.ts";
import { putDelivery } from "../orders/store.ts";
import { disturbedBody, isPostedOnce, nextDisturbance } from "../plans/plans.ts";
import { randomHex } from "../random-hex.ts";
import { variantsFor } from "../variants.ts";
import { postOnce } from "./send.ts";

interface Post extends Pick<Delivery, "type" | "url" | "token" | "uid"> {
  readonly body: unknown;
}

/** Maximum number of characters of a verification's response. */
const MAX_VERIFICATION = 1_048_576;

/** Maximum number of repeats without a 200. Source: gateway documentation, "Notifications". */
const REPEATS: Readonly<Record<Delivery["type"], number>> = { transaction: 15, checkout: 2, verification: 0 };

const randomInteger = (minimum: number, maximum: number): number =>
  minimum + Math.floor(Math.random() * (maximum - minimum + 1));

/** Returns the waiting time before a repeat, from 1, in milliseconds. Undefined after the last. Source: gateway documentation. */
const waitBefore = (type: Delivery["type"], repeat: number): number | undefined => {
  if (repeat > REPEATS[type]) return undefined;
  if (type === "checkout") return (repeat === 1 ? 15 : randomInteger(30, 120)) * 1000;
  return (Math.floor(2.12 * repeat) ** 3 + randomInteger(0, 29) * (repeat + 1)) * 1000;
};

const keep = (
  { store, journal }: Gateway,
  delivery: Delivery,
  kind: "state" | "answer" = "state",
): Delivery => {
  putDelivery(store, delivery);
  journal.append(kind, delivery.id);
  return delivery;
};

const keepNew = (
  gateway: Gateway,
  content: Omit<Delivery, "id" | "createdAt" | "signature" | "attempts" | "answers">,
): Delivery => {
  const made = { id: randomHex(8), createdAt: gateway.clock.now().toISOString() };
  return keep(gateway, { ...content, ...made, signature: "", attempts: 0, answers: [] });
};

/**
 * Posts a delivery for the first time. Stores it synchronously, so that a saved state with the payment has its notification.
 *
 * @returns The delivery after the response, or immediately if it is posted later. Never rejects.
 */
export async function postDelivery(gateway: Gateway, { body: content, ...post }: Post): Promise<Delivery> {
  const { disturbances, silenced } = gateway;
  const isPlannable = post.type !== "verification" && !silenced.has(post.token);
  const planned = isPlannable ? nextDisturbance(disturbances, content) : undefined;
  const disturbance = silenced.has(post.token) ? "lost" : planned?.notification;
  const body = JSON.stringify(disturbedBody(content, disturbance));
  const delivery = keepNew(gateway, { ...post, body, disturbance });
  if (disturbance === "lost") {
    const lost = { at: delivery.createdAt, error: "lost, as planned", reason: "lost" } as const;
    return keep(gateway, { ...delivery, attempts: 1, answers: [lost] }, "answer");
  }
  if (gateway.isResuming) return delivery;
  if (disturbance === "reordered") gateway.held.push(delivery.id);
  if (planned && (disturbance === "late" || disturbance === "reordered")) {
    const nextAttemptAt = new Date(gateway.clock.now().getTime() + (planned.delayMs ?? 1000)).toISOString();
    return schedule(gateway, keep(gateway, { ...delivery, nextAttemptAt }));
  }
  const posted = attempt(gateway, delivery);
  const again = disturbance === "twice" ? redeliver(gateway, delivery.id) : undefined;
  const answered = (await again) ?? (await posted);
  await posted;
  const held = gateway.held.splice(0).map((id) => gateway.store.deliveries.get(id));
  for (const waiting of held) if (waiting?.attempts === 0) await attempt(gateway, waiting);
  return answered;
}

async function notify(
  gateway: Gateway,
  order: Order | undefined,
  about: Pick<Post, "type" | "uid" | "body">,
): Promise<void> {
  const url = sectionOf(order?.fields["settings"])["notification_url"];
  // A product's field is undocumented and not validated, so it may have any type.
  if (order && typeof url === "string" && url !== "")
    await postDelivery(gateway, { ...about, url, token: order.id });
}

/** The body for a transaction. The notification of a link is that of its product in one variant. */
const bodyFor = (gateway: Gateway, order: Order | undefined, transaction: Transaction): object => {
  const product = gateway.store.products.get(order?.productId ?? "");
  const { productNotice } = variantsFor(gateway, order?.id);
  if (!product || transaction.parent_uid || productNotice === "transaction") return { transaction };
  const { name, amount, currency } = product.fields;
  const { uid, status, message, created_at } = transaction;
  return {
    product: { name, amount: Number(amount), currency, created_at: product.createdAt },
    last_transaction: { uid, status, message, created_at },
  };
};

/** Notifies the merchant of a transaction. Resolves after the response to the first post and never rejects. */
export const notifyOfTransaction = (
  gateway: Gateway,
  { order: id, transaction }: TransactionRecord,
): Promise<void> => {
  const order = gateway.store.orders.get(id);
  const body = bodyFor(gateway, order, transaction);
  return notify(gateway, order, { type: "transaction", uid: transaction.uid, body });
};

export const notifyOfExpiry = (gateway: Gateway, order: Order, body: CheckoutStatus): Promise<void> =>
  notify(gateway, order, { type: "checkout", uid: undefined, body });

export async function redeliver(gateway: Gateway, id: string): Promise<Delivery | undefined> {
  const delivery = gateway.store.deliveries.get(id);
  return delivery && attempt(gateway, delivery);
}

/**
 * Posts a delivery again. With a change or another body, a new delivery with a signature is made. Does not use the planned
 * disturbances.
 *
 * @returns Undefined if there is no such delivery.
 */
export async function sendAgain(
  gateway: Gateway,
  id: string,
  { as, body }: { readonly as?: Disturbance | undefined; readonly body?: string | undefined },
): Promise<Delivery | undefined> {
  const delivery = gateway.store.deliveries.get(id);
  if (!delivery || (as === undefined && body === undefined)) return redeliver(gateway, id);
  const { type, uid, url, token } = delivery;
  const text = body ?? JSON.stringify(disturbedBody(parseJson(delivery.body), as));
  return attempt(
    gateway,
    keepNew(gateway, { type, uid, url, token, disturbance: as, copyOf: id, body: text }),
  );
}

const isUnderWay = (delivery: Delivery | undefined): delivery is Delivery =>
  delivery !== undefined &&
  (delivery.answers.length < delivery.attempts || delivery.nextAttemptAt !== undefined);

/** Stops the deliveries of a loaded state, because their addresses may belong to others. The developer sends them again. */
export const stopDeliveries = ({ store }: Gateway): void => {
  for (const delivery of [...store.deliveries.values()].filter(isUnderWay))
    putDelivery(store, { ...delivery, attempts: delivery.answers.length, nextAttemptAt: undefined });
};

/** Posts a delivery. Reads it again after the response, because a concurrent post may have changed it. */
async function attempt(gateway: Gateway, before: Delivery): Promise<Delivery> {
  const { store, clock } = gateway;
  keep(gateway, { ...before, attempts: before.attempts + 1, nextAttemptAt: undefined });
  const answer = await send(gateway, before);
  const now = store.deliveries.get(before.id);
  // It was deleted before the response.
  if (!now) return { ...before, status: answer.status, answers: [...before.answers, answer] };
  const after = { ...now, status: answer.status, answers: [...now.answers, answer] };
  const wait = waitBefore(after.type, after.attempts);
  const isOnce = isPostedOnce(after.disturbance) || after.copyOf !== undefined;
  const isDone = answer.status === 200 || wait === undefined || isOnce;
  const next = isDone ? undefined : clock.endOf(clock.now(), wait);
  return schedule(gateway, keep(gateway, { ...after, nextAttemptAt: next?.toISOString() }, "answer"));
}

/** Schedules the next post of a delivery, unless another post happens before. */
function schedule(gateway: Gateway, planned: Delivery): Delivery {
  const { id, nextAttemptAt, attempts } = planned;
  if (nextAttemptAt === undefined) return planned;
  gateway.clock.at(new Date(nextAttemptAt), () => {
    const delivery = gateway.store.deliveries.get(id);
    if (delivery?.nextAttemptAt === nextAttemptAt && delivery.attempts === attempts)
      void attempt(gateway, delivery);
  });
  return planned;
}

async function signatureOf(gateway: Gateway, delivery: Delivery): Promise<string> {
  if (delivery.signature !== "") return delivery.signature;
  const { key, deliveries } = gateway.store;
  const isWrong = delivery.disturbance === "wrong_signature";
  const signature = await key.sign(isWrong ? `${delivery.body} ` : delivery.body);
  const now = deliveries.get(delivery.id);
  if (now) keep(gateway, { ...now, signature });
  return signature;
}

async function send(gateway: Gateway, delivery: Delivery): Promise<DeliveryAnswer> {
  const { authorization } = gateway.settings;
  const headers = signatureOf(gateway, delivery).then((signature) => headersOf(signature, authorization));
  const maximum = delivery.type === "verification" ? MAX_VERIFICATION : undefined;
  return postOnce(gateway, delivery.url, headers, delivery.body, maximum);
}

const MAX_NAMED = 10;

const lineOf = ({ id, type, url, answers, nextAttemptAt }: Delivery): string => {
  const last = answers.at(-1);
  const address = addressOf(url);
  const answer = last ? (last.status ?? (last.error ?? "").replaceAll(url, address)) : "none yet";
  const next = nextAttemptAt === undefined ? "" : `, posted again at ${nextAttemptAt}`;
  return `${type} ${id} to ${address}, last answer: ${answer}${next}`;
};

const problemOf = (deliveries: readonly Delivery[], timeout: number): Error => {
  const count = deliveries.length === 1 ? "1 notification is" : `${deliveries.length} notifications are`;
  const more = deliveries.length - MAX_NAMED;
  const lines = deliveries.slice(0, MAX_NAMED).map(lineOf);
  const all = [`idle: after ${timeout} ms ${count} still under way`, ...lines];
  return new Error([...all, ...(more > 0 ? [`and ${more} more`] : [])].join("\n  "));
};

/** Resolves when no existing delivery waits for an answer or for its next post. Rejects after the timeout. */
export const whenAnswered = ({ store: { deliveries }, journal }: Gateway, timeout: number): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const ids = [...deliveries.keys()];
  const check = (): void => {
    while (ids.length > 0 && !isUnderWay(deliveries.get(ids.at(-1) ?? ""))) ids.pop();
    if (ids.length === 0) resolve();
  };
  const late = () => reject(problemOf(ids.map((id) => deliveries.get(id)).filter(isUnderWay), timeout));
  // Keeps the process alive, which the timers of repeats do not.
  const timer = setTimeout(late, timeout);
  const unsubscribe = journal.subscribe(check);
  check();
  return promise.finally(() => {
    clearTimeout(timer);
    unsubscribe();
  });
};
