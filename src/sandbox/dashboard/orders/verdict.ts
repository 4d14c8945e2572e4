import type { Transaction } from "../../../models/transaction.ts";
import { attemptsOf as allowedAttempts } from "../../gateway/checkouts/checkout-state.ts";
import type { Delivery } from "../../gateway/records/delivery.ts";
import type { Shop } from "../../gateway/shop.ts";
import { answerText, disturbanceText, isConnectionRefused, timeText } from "./delivery-texts.ts";
import { deliveryState, KNOWLEDGE, tellingDelivery } from "./knowledge.ts";
import { attemptsOf, factsOf, type Order } from "./orders.ts";
import { OUTCOMES, outcomeOf, reasonOf, type Tone } from "./outcome-of.ts";

/** Why a shop did or did not mark an order as paid, and what to do. */
export interface Verdict {
  readonly tone: Tone;
  readonly text: string;
}

const CREDENTIALS =
  "It verifies with another public key, shop id or secret key: copy the variables of the page Environment, and start " +
  "the shop again.";

/** What to do after a response, by its status. */
const adviceFor = (status: number): string => {
  if (status === 401 || status === 403) return CREDENTIALS;
  if (status === 404 || status === 405)
    return "It has no handler there: correct notification_url, or the route.";
  if (status >= 500) return "Its handler failed: read the answer below and the shop's log.";
  if (status >= 300 && status < 400) return "Redirects are not followed: give the final address.";
  if (status < 300) return "Only 200 counts: answer with 200.";
  return "It refused what the notification says: read the answer below.";
};

const adviceWithoutAnswer = (delivery: Delivery): string => {
  const error = delivery.answers.at(-1)?.error ?? "";
  if (/timeout/i.test(error)) return "Answer within 30 seconds, and do slow work after that.";
  if (isConnectionRefused(error)) return "Start the shop, or correct notification_url.";
  return "Check notification_url, and that the shop runs.";
};

const nextText = ({ nextAttemptAt }: Delivery): string =>
  nextAttemptAt === undefined
    ? "It is not posted again by itself: press Send again."
    : `Next attempt at ${timeText(nextAttemptAt)}, or press Send again.`;

const whyNot = (delivery: Delivery): string => {
  const { disturbance, status } = delivery;
  if (disturbance === "lost" && status === undefined)
    return `the notification was lost, as planned on the page Failures. ${nextText(delivery)}`;
  const answer = answerText(delivery);
  const wrong = disturbanceText(disturbance);
  if (wrong !== undefined)
    return `the notification was sent with ${wrong}, as planned on the page Failures. ${answer}. The right one is never sent: the shop has to ask for the status.`;
  const advice = status === undefined ? adviceWithoutAnswer(delivery) : adviceFor(status);
  return `the shop did not accept the notification. ${answer}. ${advice} ${nextText(delivery)}`;
};

const whyUnsure = ({ nextAttemptAt, disturbance }: Delivery): string =>
  nextAttemptAt === undefined
    ? "the shop has not answered the notification yet."
    : `the notification is ${disturbance}, as planned on the page Failures: it is posted at ${timeText(nextAttemptAt)}.`;

const NO_URL =
  "the order has no notification_url, so the shop was told nothing. Send settings.notification_url with the token, or " +
  "ask for the status when the customer returns.";

/** What the shop knows of an outcome. */
const knowledgeText = (order: Order): Verdict => {
  const { notificationUrl, trackingId } = factsOf(order);
  const delivery = tellingDelivery(order);
  if (!delivery)
    return notificationUrl === undefined
      ? { tone: "wait", text: NO_URL }
      : { tone: "quiet", text: "there was nothing to notify the shop of." };
  const state = deliveryState(delivery);
  const tone = KNOWLEDGE[state];
  if (state === "not delivered") return { tone, text: whyNot(delivery) };
  if (state === "waiting") return { tone, text: whyUnsure(delivery) };
  const id = trackingId === undefined ? "the token" : `tracking_id ${trackingId}`;
  return {
    tone,
    text: `the shop answered 200 to the notification. If it still shows another state, its handler does not save the result: look there for ${id}.`,
  };
};

/** The sentence on an order that can still be paid. */
const openText = (order: Order, shop: Shop): string => {
  const tried = attemptsOf(order);
  const last = tried.at(-1)?.transaction;
  const sale = shop.products.saleOf(order.request?.productId, shop.clock.now());
  if (sale !== "open") return `Not paid: the product is ${sale}.`;
  if (!last) return "Not paid: nothing has been tried yet. Pay below, or open the payment page.";
  const left = (order.request ? allowedAttempts(order.request) : 1) - tried.length;
  return `Not paid: the last attempt was declined (${reasonOf(last)}). ${left === 1 ? "One attempt is" : `${left} attempts are`} left.`;
};

const waitingText = ({ status, payment_method_type: method }: Transaction): string =>
  status === "pending"
    ? `Not paid yet: the ${method} payment is pending until somebody pays it. Press Complete or Fail.`
    : "Not paid yet: the customer has not answered the 3-D Secure challenge. Press Complete or Fail.";

/** The outcomes with which the shop has its money, or had it. */
const isPaid = (outcome: string): boolean =>
  OUTCOMES[outcome] === "good" || outcome === "Refunded" || outcome === "Voided";

/** Answers "Why did my shop not mark this order as paid?", and says what to do. */
export const verdictOf = (order: Order, shop: Shop): Verdict => {
  const outcome = outcomeOf(order, shop);
  const latest = attemptsOf(order).at(-1)?.transaction;
  if (outcome === "Open") return { tone: "info", text: openText(order, shop) };
  const known = knowledgeText(order);
  if (isPaid(outcome)) {
    const joined = known.tone === "good" ? "and" : "but";
    return { tone: known.tone, text: `${outcome}, ${joined} ${known.text}` };
  }
  const rest = known.tone === "good" ? "" : ` Also, ${known.text}`;
  if (outcome === "Expired")
    return { tone: "quiet", text: `Not paid: the payment token expired. Create a new one.${rest}` };
  if (latest && (outcome === "Pending" || outcome === "Started"))
    return { tone: "wait", text: waitingText(latest) + (outcome === "Pending" ? rest : "") };
  const reason = latest ? reasonOf(latest) : outcome;
  return {
    tone: "bad",
    text: `Not paid: declined (${reason}). Create a new payment token to try again.${rest}`,
  };
};
