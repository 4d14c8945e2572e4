import { nearestName } from "../../shared/nearest-name.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { callsAbout, toApiCall, undocumentedFields } from "../gateway/journal.ts";
import type { Delivery, Order } from "../gateway/orders/order.ts";
import type { Tone } from "../gateway/payments/states.ts";
import {
  acceptedForgery,
  answeredText,
  DELIVERY_STATES,
  type DeliveryState,
  decisiveDelivery,
  deliveryStateOf,
  disturbanceText,
  FORGERY_ACCEPTED,
  isStopped,
  lastAnswerText,
  noResponseOf,
  stateOfDelivery,
  summaryOfDelivery,
} from "./notification-state.ts";
import { orderFacts } from "./order-facts.ts";
import { ORDER_KINDS, orderSentence } from "./order-kinds.ts";
import { kindOf } from "./order-list.ts";
import { LINKED_PAGES, type Phrase, type Sentence, toSentence } from "./sentence.ts";

const ENVIRONMENT: Phrase = { page: LINKED_PAGES.environment };
const FAILURES: Phrase = { page: LINKED_PAGES.failures };
const GUIDE: Phrase = { page: LINKED_PAGES.guide };

const adviceFor = (status: number): readonly Phrase[] => {
  if (status === 401 || status === 403)
    return [
      "Most often it verifies with another public key, shop id or secret key. Copy the variables of the page ",
      ENVIRONMENT,
      ", and start the shop again.",
    ];
  if (status === 404 || status === 405)
    return ["Most often it has no handler there. Correct notification_url, or the route."];
  if (status >= 500) return ["Most often its handler failed. Read its answer and its log."];
  if (status >= 300 && status < 400) return ["Redirects are not followed. Use the final address."];
  if (status < 300) return ["Only 200 counts. Answer with 200."];
  return ["The shop refused the content of the notification. Read its answer."];
};

const sendAgain = ({ id }: Delivery): readonly Phrase[] => [
  { press: "Send again", delivery: id },
  " the notification.",
];

const nextText = ({ nextAttemptAt }: Delivery): readonly Phrase[] => {
  return nextAttemptAt === undefined
    ? ["The notification will not be repeated."]
    : ["It is posted again at ", { at: nextAttemptAt }, "."];
};

const whyNot = (delivery: Delivery): Sentence => {
  const { disturbance, status, answers } = delivery;
  const { advice = "Check notification_url, and that the shop runs." } = noResponseOf(answers.at(-1) ?? {});
  const what = `notification (${summaryOfDelivery(delivery)})`;
  const next = nextText(delivery);
  if (disturbance === "lost" && status === undefined)
    return toSentence(
      [`The ${what} was lost, as planned on the page `, FAILURES, ". ", ...next],
      sendAgain(delivery),
    );
  const answer = lastAnswerText(delivery);
  const wrong = disturbanceText(disturbance);
  if (wrong !== undefined) {
    return toSentence([
      `The ${what} was sent with ${wrong}, as planned on the page `,
      FAILURES,
      `. ${answeredText(delivery)} The right one is never sent, so the shop must get the status.`,
    ]);
  }
  if (status === undefined)
    return toSentence([`The ${what} was not answered. ${answer}. ${advice} `, ...next], sendAgain(delivery));
  return toSentence(
    [`The shop did not accept the ${what}. ${answer}. `, ...adviceFor(status), " ", ...next],
    sendAgain(delivery),
  );
};

const whyUnsure = (delivery: Delivery): Sentence => {
  const { nextAttemptAt, disturbance } = delivery;
  const what = `notification (${summaryOfDelivery(delivery)})`;
  if (isStopped(delivery))
    return toSentence(
      `The ${what} was not posted, because it belongs to a loaded state.`,
      sendAgain(delivery),
    );
  return nextAttemptAt === undefined
    ? toSentence(`The shop has not answered the ${what} yet.`)
    : toSentence([
        `The ${what} is ${disturbance}, as planned on the page `,
        FAILURES,
        ". It is posted at ",
        { at: nextAttemptAt },
        ".",
      ]);
};

const NAME = "notification_url";

/** Returns a misspelled or misplaced notification_url that the gateway does not read. */
const misplacedUrl = (order: Order, gateway: Gateway): string | undefined => {
  const sent = undocumentedFields("checkouts.create", { checkout: order.fields });
  const logged = callsAbout(gateway, order).flatMap((call) => toApiCall(call).undocumented);
  const found = [...sent, ...logged].find(
    ({ path, nearest }) => nearest === NAME || nearestName(path.at(-1) ?? "", [NAME]) === NAME,
  );
  return found?.path.join(".");
};

const whyNoUrl = (order: Order, gateway: Gateway): string => {
  const isDirect = order.kind !== "token";
  const right = isDirect ? NAME : `settings.${NAME}`;
  const sent = misplacedUrl(order, gateway);
  return sent === undefined
    ? `The order has no ${NAME}, so the shop was not notified. Send ${right} with ${isDirect ? "the payment" : "the token"}, or ask for the status when the customer returns.`
    : `The order has no ${NAME}, so the shop was not notified. The shop sent ${sent}, which the gateway does not read. Send ${right}.`;
};

const NO_SHOP: Sentence = {
  ...toSentence(`The order has no ${NAME}, so no shop was notified.`),
  isQuiet: true,
};

/** Returns the time at which the shop last read the newest transaction, such as a chargeback, in its current status. */
const askedAt = (order: Order, gateway: Gateway): string | undefined => {
  const newest = order.transactions.at(-1)?.transaction;
  const since = newest?.updated_at ?? newest?.created_at;
  if (!newest || !since) return undefined;
  return callsAbout(gateway, order).findLast(
    ({ method, status, at, answerText }) =>
      method === "GET" && status === 200 && at >= since && answerText.includes(newest.uid),
  )?.at;
};

const withStatusRequest = ({ says, next }: Sentence, order: Order, gateway: Gateway): Sentence => {
  const at = askedAt(order, gateway);
  return at === undefined
    ? { says, next }
    : { says: [...says, " But it asked for the status at ", { at }, ", and got it."], next };
};

/** Explains whether the shop was notified of an order's state. Only the shop can see some facts. */
const deliverySentence = (order: Order, gateway: Gateway): Sentence => {
  const { notificationUrl, trackingId } = orderFacts(order);
  const delivery = decisiveDelivery(order);
  if (!delivery)
    return notificationUrl === undefined
      ? withStatusRequest(toSentence([whyNoUrl(order, gateway)]), order, gateway)
      : toSentence("This sandbox has no notification of the order.");
  const state = stateOfDelivery(delivery);
  if (state === "not delivered") return withStatusRequest(whyNot(delivery), order, gateway);
  if (state === "waiting") return withStatusRequest(whyUnsure(delivery), order, gateway);
  const id = trackingId === undefined ? "the token" : `tracking_id ${trackingId}`;
  return toSentence([
    `The shop answered 200 to the notification (${summaryOfDelivery(delivery)}). The local gateway cannot see whether it saved that. If it still shows another state, look in its handler for ${id}.`,
  ]);
};

const joined = (first: Sentence, second: Sentence): Sentence => ({
  says: [...first.says, " ", ...second.says],
  next: [...first.next, ...(first.next.length > 0 && second.next.length > 0 ? [" "] : []), ...second.next],
});

const forgerySentence = ({ status }: Delivery): Sentence =>
  toSentence([
    `${FORGERY_ACCEPTED}, because it answered ${status}. Anyone with the notification_url can set orders to paid. Check the signature before you use a notification. Read `,
    GUIDE,
    ".",
  ]);

/** Returns the tone of a verdict. A shop without a notification_url may still be right, because it can read the status. */
const toneOf = (state: DeliveryState, kind: Tone): Tone => {
  if (state === "delivered") return kind;
  return state === "no notification_url" ? "wait" : DELIVERY_STATES[state];
};

interface Verdict {
  readonly tone: Tone;
  readonly sentences: readonly Sentence[];
}

/** Answers "Why did my shop not mark this order as paid?" with an advice. An accepted forgery comes first. */
export const verdictOf = (order: Order, gateway: Gateway): Verdict => {
  const name = kindOf(order, gateway);
  const { tone, delivery } = ORDER_KINDS[name];
  const state = deliveryStateOf(order);
  // No shop missed an order that was made on the dashboard without an address.
  const isWithoutShop = order.madeBy === "dashboard" && state === "no notification_url";
  const isMissed = state !== "delivered" && state !== "nothing to deliver";
  const hasDelivery = !isWithoutShop && (delivery === "always" || (delivery === "if missed" && isMissed));
  const about = orderSentence(name, order, gateway);
  const sentence = hasDelivery ? joined(about, deliverySentence(order, gateway)) : about;
  const forgery = acceptedForgery(order);
  if (forgery) return { tone: "bad", sentences: [forgerySentence(forgery), sentence] };
  if (isWithoutShop) return { tone, sentences: delivery === "always" ? [sentence, NO_SHOP] : [sentence] };
  return { tone: delivery === "always" ? toneOf(state, tone) : tone, sentences: [sentence] };
};
