import type { Issue } from "../../../api/error-tree.ts";
import { minorUnits } from "../../../payments/currencies.ts";
import { toMinorUnits } from "../../../payments/money.ts";
import { withTimeout } from "../../../runtime/with-timeout.ts";
import {
  adviceForChanged,
  answerText,
  isForged,
  isForgeryAccepted,
  resultOfDelivery,
  summaryOfDelivery,
} from "../../explain/notification-state.ts";
import { wordOf } from "../../explain/outcome-of.ts";
import { changesOf, findWay, WAYS, wayOf, wayOfChanges, waysFor } from "../../explain/sent-changes.ts";
import { eventOfTransaction } from "../../explain/story.ts";
import { decimalAmount, formatAmount } from "../../format-amount.ts";
import { redeliver, releaseDeliveries, sendAgain } from "../../gateway/deliveries/deliveries.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { parseJson } from "../../gateway/input/parse-json.ts";
import { capitalized, sectionOf, textOf } from "../../gateway/input/section.ts";
import { kindOfMethod } from "../../gateway/methods/methods.ts";
import type { Delivery } from "../../gateway/orders/delivery.ts";
import type { Fields, TransactionRecord } from "../../gateway/orders/order.ts";
import { billOf, tokenOf } from "../../gateway/orders/store.ts";
import { createToken, problemsOfToken } from "../../gateway/payments/create-token.ts";
import { FOLLOW_UPS, leftOf, problemsOfFollowUp } from "../../gateway/payments/follow-up-rules.ts";
import { processFollowUp } from "../../gateway/payments/follow-ups.ts";
import { complete as completePayment, pay as payToken } from "../../gateway/payments/pay.ts";
import { payAsCustomer } from "../../gateway/payments/pay-as-customer.ts";
import { expireToken } from "../../gateway/payments/settle.ts";
import { statusRow, type Tone } from "../../gateway/payments/status-rows.ts";
import { tokenState } from "../../gateway/payments/token-state.ts";
import { changedBody } from "../../gateway/plans/disturbances.ts";
import { failedNotifications } from "../lists/notification-list.ts";
import { orderAddress } from "../parts/links.ts";
import { type Caller, type Done, type Form, fieldOf, Refused } from "./form.ts";
import { notificationNamed, orderToPay, waitingPayment } from "./named-order.ts";

/** Waits for a task at most for the timeout, because a merchant's server may need half a minute. */
const finished = (task: Promise<unknown>, { timeout }: Caller): Promise<unknown> =>
  withTimeout(task, timeout, () => undefined);

/** Returns the shop's answer to the last notification of an order. */
const answeredText = (delivery: Delivery): string => {
  const advice = adviceForChanged(delivery);
  return `${answerText(delivery)}.${advice === undefined ? "" : ` ${advice}`}`;
};

const lastDelivery = ({ store }: Gateway, token: string): Delivery | undefined =>
  store.orders.get(token)?.deliveries.at(-1);

const answerOfShop = (gateway: Gateway, token: string): string => {
  const delivery = lastDelivery(gateway, token);
  return delivery ? answeredText(delivery) : "The shop was not notified.";
};

const transactionText = ({ transaction, isPlanned }: TransactionRecord): string => {
  const word = wordOf(transaction);
  const planned = isPlanned ? ", as planned" : "";
  return transaction.status === "failed" ? `${word}${planned}: ${transaction.message}` : word;
};

const eventAt = (token: string, id: string): string => `${orderAddress(token)}#${id}`;

/** Returns the tone of the shop's answer, or of the result if the shop was not notified. */
const toneOf = (delivery: Delivery | undefined, result: Tone): Tone => {
  const { tone } = delivery ? resultOfDelivery(delivery) : { tone: result };
  return tone === "good" ? result : tone;
};

/** Returns the result of an order, with the shop's answer. */
const resultOf = (gateway: Gateway, token: string): Done => {
  const record = gateway.store.orders.get(token)?.transactions.at(-1);
  const result = record ? `${transactionText(record)}. ` : "";
  const delivery = lastDelivery(gateway, token);
  const made = record && eventOfTransaction(record.transaction);
  const event = delivery ? `delivery-${delivery.id}` : made;
  return {
    message: result + answerOfShop(gateway, token),
    tone: toneOf(delivery, statusRow(record?.transaction.status)?.tone ?? "info"),
    event: event && eventAt(token, event),
    order: token,
    isForgeryAccepted: delivery !== undefined && isForgeryAccepted(delivery),
  };
};

const payByMethod = async (
  gateway: Gateway,
  token: string,
  method: string,
  wanted: string,
): Promise<void> => {
  const outcome = kindOfMethod(method).outcomes.find((possible) => possible === wanted);
  if (!outcome) throw new Refused("There is no such outcome.");
  const { notified } = await payToken(gateway, token, { method, outcome });
  await notified;
};

/** Pays a token, or a product by its payment link, in place of the customer. Completes a payment that waits. */
export const pay = async (gateway: Gateway, form: Form, caller: Caller): Promise<Done> => {
  const given = fieldOf(form, "token") ?? fieldOf(form, "product");
  if (given === undefined) throw new Refused("The token or product to pay for is missing.");
  const isProduct = gateway.store.products.has(given);
  const { order, note } = isProduct ? {} : orderToPay(gateway, given);
  const id = order?.id ?? given;
  const [card, alternative] = [fieldOf(form, "card"), fieldOf(form, "method")];
  // The list of cards also contains other methods and their outcomes, such as `erip:pending`.
  const [method = "", outcome] = card?.split(":") ?? [];
  const options = alternative === undefined ? { card } : { method: alternative };
  const waiting =
    order && card === undefined && alternative === undefined ? waitingPayment(order) : undefined;
  const uid = billOf(gateway.store, id) ? id : waiting;
  if (uid !== undefined)
    return { ...(await complete(gateway, { uid, outcome: "successful" }, caller)), note };
  const paid =
    outcome === undefined
      ? payAsCustomer(gateway, id, options, caller.origin)
      : payByMethod(gateway, id, method, outcome);
  await finished(paid, caller);
  if (!isProduct) return { ...resultOf(gateway, id), note };
  const made = [...gateway.store.orders.values()].findLast(({ productId }) => productId === id)?.id ?? id;
  return { ...resultOf(gateway, made), to: orderAddress(made) };
};

export const complete = async (gateway: Gateway, form: Form, caller: Caller): Promise<Done> => {
  const outcome = fieldOf(form, "outcome");
  if (outcome !== "successful" && outcome !== "failed") throw new Refused("There is no such outcome.");
  const uid = fieldOf(form, "uid") ?? "";
  await finished(
    completePayment(gateway, uid, outcome).then(({ notified }) => notified),
    caller,
  );
  return resultOf(gateway, gateway.store.transactions.get(uid)?.order ?? uid);
};

export const expire = async (gateway: Gateway, form: Form, caller: Caller): Promise<Done> => {
  const token = fieldOf(form, "token") ?? "";
  const checkout = tokenOf(gateway.store, token);
  const state = checkout && tokenState(gateway, checkout);
  if (state !== "open" && state !== "in progress") {
    throw new Refused(`The token cannot expire: ${state ? `it is ${state}` : "there is no such token"}.`);
  }
  await finished(expireToken(gateway, token), caller);
  const delivery = lastDelivery(gateway, token);
  return {
    message: `Expired. ${answerOfShop(gateway, token)}`,
    tone: toneOf(delivery, "info"),
    event: eventAt(token, delivery ? `delivery-${delivery.id}` : "expired"),
    order: token,
  };
};

/** The processing code for a requested decline. */
const DECLINED = "05";

/**
 * Converts a displayed amount, such as `28.60` or `28,60`, to minor units. Keeps the amount if the currency is unknown.
 * Refuses `1,000`, which has two meanings.
 */
const amountOf = (form: Form, currency: string, example = 2860): number | undefined => {
  const amount = fieldOf(form, "amount")?.trim();
  if (amount === undefined) return undefined;
  if (minorUnits(currency) === undefined) return Number(amount);
  try {
    const minor = toMinorUnits(amount.replace(/,(?=\d{1,2}$)/, "."), currency);
    if (minor > 0) return minor;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const text = decimalAmount(example, currency);
  throw new Refused(`Enter an amount in ${currency} above 0, such as ${text}.`, "amount");
};

/** Returns a problem of a field with the field's label. */
const problemText = ({ path, messages }: Issue): string => {
  const field = path.findLast((name) => name !== "base") ?? "";
  return `${field.includes("_") ? field : capitalized(field)} ${messages.join(", ")}.`;
};

/** Refuses an action with the problems of its fields. A form marks the first field. */
const refuse = (problems: readonly Issue[]): never => {
  throw new Refused(problems.map(problemText).join(" "), problems[0]?.path.at(-1));
};

const refuseTooMuch = (left: number, currency: unknown, amount: number | undefined): void => {
  if (amount === undefined || amount <= left) return;
  const text = formatAmount(left, currency, "en");
  throw new Refused(left > 0 ? `At most ${text} is left.` : "Nothing is left.", "amount");
};

/** Captures, voids, refunds or charges back. Allows several of them, up to the remaining amount. */
export const followUp = async (gateway: Gateway, form: Form, caller: Caller): Promise<Done> => {
  const type = FOLLOW_UPS.find((known) => known === form["type"]);
  if (!type) throw new Refused("The type is missing: capture, void, refund or chargeback.");
  const uid = fieldOf(form, "parent");
  const parent = gateway.store.transactions.get(uid ?? "");
  const left = parent && leftOf(parent, gateway.store);
  const currency = parent?.transaction.currency ?? "";
  const amount = amountOf(form, currency, left || undefined);
  if (left !== undefined) refuseTooMuch(left, currency, amount);
  const fields = {
    parent_uid: uid,
    amount,
    duplicate_check: false,
    ...((type === "refund" || type === "chargeback") && { reason: "Made on the dashboard" }),
    ...(form["outcome"] === "failed" && {
      additional_data: { recipient: { expected_bank_code: DECLINED } },
    }),
  };
  const problems = problemsOfFollowUp(gateway, type, fields);
  if (problems.length > 0) refuse(problems);
  await finished(processFollowUp(gateway, type, fields).notified, caller);
  return resultOf(gateway, parent?.order ?? "");
};

const LATE = 10_000;

const sentText = (before: Delivery, sent: Delivery, way: string | undefined): string => {
  if (sent.id === before.id) return `Sent again ${way ?? "as it was"} (${summaryOfDelivery(before)}).`;
  const [change, ...more] = isForged(sent) ? [] : changesOf(before, sent);
  const beside = change && `: ${change.field} ${change.now}, before ${change.before}`;
  return `Sent again ${wayOf(sent)}${beside ?? ""}${more.length > 0 ? ` (also changed: ${more.map(({ field }) => field).join(", ")})` : ""}.`;
};

/** Returns the fields of the transaction that the form changes. */
const changedFields = ({ body }: Delivery, form: Form): Fields => {
  const transaction = sectionOf(sectionOf(parseJson(body))["transaction"]);
  const before = textOf(transaction["currency"]) ?? "";
  const currency = fieldOf(form, "currency")?.trim().toUpperCase() ?? before;
  const amount = amountOf(form, minorUnits(currency) === undefined ? before : currency);
  const given = { amount, currency, tracking_id: fieldOf(form, "order") };
  const changed = Object.entries(given).filter(
    ([name, value]) => value !== undefined && value !== transaction[name],
  );
  return Object.fromEntries(changed);
};

/** Returns how to send a notification again, in a named way, with other values, or with another body. */
const wayIn = (before: Delivery, form: Form) => {
  const name = fieldOf(form, "as");
  const as = findWay(before, name);
  if (name !== undefined && as === undefined) {
    const ways = waysFor(before).map(([way]) => way);
    throw new Refused(`The notification cannot be sent again as ${name}, only as ${ways.join(", ")}.`);
  }
  // Browsers send the line breaks of a form as CR and LF.
  const body = fieldOf(form, "body")?.replaceAll("\r\n", "\n");
  const asksForValues = ["amount", "currency", "order"].some((field) => fieldOf(form, field) !== undefined);
  if (!asksForValues) return { as, body };
  const changes = changedFields(before, form);
  const changed = wayOfChanges(changes);
  if (changed === undefined)
    throw new Refused("Enter an amount, currency or order that differs from the notification.");
  return { as: changed, body: JSON.stringify(changedBody(parseJson(before.body), () => changes)) };
};

/** Sends a notification again, without the planned disturbances. */
export const sendOneAgain = async (gateway: Gateway, form: Form, caller: Caller): Promise<Done> => {
  const { store, disturbances } = gateway;
  const { delivery: before, note } = notificationNamed(gateway, fieldOf(form, "delivery") ?? "");
  const { as, body } = wayIn(before, form);
  const known = new Set(store.deliveries.keys());
  await finished(sendAgain(gateway, before.id, { as, body, delayMs: LATE }), caller);
  const copy = [...store.deliveries.values()].find(
    ({ id, copyOf }) => copyOf === before.id && !known.has(id),
  );
  const sent = copy ?? store.deliveries.get(before.id);
  if (!sent) return { message: "The notification was deleted." };
  const answered = as === "late" ? "It is posted in 10 seconds." : answeredText(sent);
  const isPlanned = disturbances.items.length > 0;
  const planned = isPlanned ? " The planned disturbance still waits for the next new notification." : "";
  const message = `${sentText(before, sent, as && WAYS[as])} ${answered}${planned}`;
  const { tone } = resultOfDelivery(sent);
  const event = eventAt(before.token, `delivery-${sent.id}`);
  return { message, tone, event, order: before.token, note, isForgeryAccepted: isForgeryAccepted(sent) };
};

/** Maximum number of concurrent posts. */
const AT_ONCE = 10;

const countText = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** Sends all notifications again that the shop did not answer with 200. */
export const sendFailedAgain = async (gateway: Gateway, _: Form, caller: Caller): Promise<Done> => {
  const waiting = failedNotifications(gateway).map(({ id }) => id);
  const count = waiting.length;
  if (count === 0) throw new Refused("No notification failed.");
  let [answered, accepted] = [0, 0];
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const sent = await redeliver(gateway, id);
      answered += 1;
      if (sent?.status === 200) accepted += 1;
    }
  };
  await finished(Promise.all(Array.from({ length: AT_ONCE }, work)), caller);
  const [failed, open] = [answered - accepted, count - answered];
  const rest = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(open > 0 ? [`${open} ${open === 1 ? "is" : "are"} not answered yet`] : []),
  ];
  const tone = answered < count ? "wait" : accepted === count ? "good" : "bad";
  return {
    message: `Sent ${countText(count, "notification")} again: ${[`${accepted} answered 200`, ...rest].join(", ")}.`,
    tone,
  };
};

/** Posts the waiting notifications of a loaded state. */
export const sendLoaded = (gateway: Gateway): Done => {
  const count = releaseDeliveries(gateway);
  return {
    message: `${countText(count, "notification")} of the loaded state ${count === 1 ? "is" : "are"} sent.`,
  };
};

/** Creates a token with the request of another one. Its tracking_id is the same, as it is for a shop's second token. */
export const createAgain = (gateway: Gateway, form: Form, { origin }: Caller): Done => {
  const { fields } = tokenOf(gateway.store, fieldOf(form, "token") ?? "") ?? {};
  if (!fields) throw new Refused("There is no such token.");
  // A new token has the default expiry.
  const { expired_at: _, ...order } = sectionOf(fields["order"]);
  const { token } = createToken(gateway, { ...fields, order }, origin, { madeBy: "dashboard" });
  return { message: "Created the order again.", tone: "good", order: token, to: orderAddress(token) };
};

export const newOrder = (gateway: Gateway, form: Form, { origin }: Caller): Done => {
  const currency = fieldOf(form, "currency")?.trim().toUpperCase() ?? "";
  const url = fieldOf(form, "notification_url")?.trim();
  if (minorUnits(currency) === undefined)
    throw new Refused("Enter the code of a currency, such as EUR.", "currency");
  const fields = {
    transaction_type: "payment",
    test: true,
    order: {
      amount: amountOf(form, currency),
      currency,
      description: fieldOf(form, "description"),
      tracking_id: `test-${gateway.store.orders.size + 1}`,
    },
    settings: { ...(url && { notification_url: url }) },
  };
  const problems = problemsOfToken(fields);
  if (problems.length > 0) refuse(problems);
  const { token } = createToken(gateway, fields, origin, { madeBy: "dashboard" });
  return {
    message: `Created order ${fields.order.tracking_id}.`,
    tone: "good",
    order: token,
    to: orderAddress(token),
  };
};
