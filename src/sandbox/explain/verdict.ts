import { truncate } from "../../api/error-tree.ts";
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
  isForgeryAccepted,
  isStopped,
  lastAnswerText,
  noResponseOf,
  stateOfDelivery,
  summaryOfDelivery,
} from "./notification-state.ts";
import { orderFacts } from "./order-facts.ts";
import { ORDER_KINDS, type OrderKindName } from "./order-kinds.ts";
import type { Line, Phrase } from "./order-model.ts";
import { LINKED_PAGES } from "./sentence.ts";

const linkTo = ({ name, address }: (typeof LINKED_PAGES)[keyof typeof LINKED_PAGES]): Phrase => ({
  text: name,
  to: address,
});

const ENVIRONMENT = linkTo(LINKED_PAGES.environment);
const FAILURES = linkTo(LINKED_PAGES.failures);
const GUIDE = linkTo(LINKED_PAGES.guide);

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

const nextText = ({ nextAttemptAt }: Delivery): readonly Phrase[] =>
  nextAttemptAt === undefined
    ? ["The notification will not be repeated."]
    : ["It is posted again at ", { at: nextAttemptAt }, "."];

/** Explains why the shop did not accept a notification. */
const whyNot = (delivery: Delivery): readonly Phrase[] => {
  const { disturbance, status, answers } = delivery;
  const { advice = "Check notification_url, and that the shop runs." } = noResponseOf(answers.at(-1) ?? {});
  const what = `notification (${summaryOfDelivery(delivery)})`;
  const next = nextText(delivery);
  const answer = lastAnswerText(delivery);
  if (disturbance === "lost" && status === undefined)
    return [`The ${what} was lost, as planned on the page `, FAILURES, ". ", ...next];
  const wrong = disturbanceText(disturbance);
  if (wrong !== undefined)
    return [
      `The ${what} was sent with ${wrong}, as planned on the page `,
      FAILURES,
      // Another line explains an accepted forgery.
      `. ${isForgeryAccepted(delivery) ? `${answer}.` : answeredText(delivery)} The right one is never sent, so the shop must get the status.`,
    ];
  return status === undefined
    ? [`The ${what} was not answered. ${answer}. ${advice} `, ...next]
    : [`The shop did not accept the ${what}. ${answer}. `, ...adviceFor(status), " ", ...next];
};

const whyUnsure = (delivery: Delivery): readonly Phrase[] => {
  const { nextAttemptAt, disturbance } = delivery;
  const what = `notification (${summaryOfDelivery(delivery)})`;
  if (isStopped(delivery)) return [`The ${what} was not posted, because it belongs to a loaded state.`];
  return nextAttemptAt === undefined
    ? [`The shop has not answered the ${what} yet.`]
    : [
        `The ${what} is ${disturbance}, as planned on the page `,
        FAILURES,
        ". It is posted at ",
        { at: nextAttemptAt },
        ".",
      ];
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

const withStatusRequest = (text: readonly Phrase[], order: Order, gateway: Gateway): readonly Phrase[] => {
  const at = askedAt(order, gateway);
  return at === undefined ? text : [...text, " But it asked for the status at ", { at }, ", and got it."];
};

/** Explains whether the shop was notified of an order's state. Only the shop can see some facts. */
const deliveryText = (order: Order, gateway: Gateway): readonly Phrase[] => {
  const { notificationUrl, trackingId } = orderFacts(order);
  const delivery = decisiveDelivery(order);
  if (!delivery)
    return notificationUrl === undefined
      ? withStatusRequest([whyNoUrl(order, gateway)], order, gateway)
      : ["The local gateway has no notification of the order."];
  const state = stateOfDelivery(delivery);
  if (state === "not delivered") return withStatusRequest(whyNot(delivery), order, gateway);
  if (state === "waiting") return withStatusRequest(whyUnsure(delivery), order, gateway);
  const id = trackingId === undefined ? "the token" : `tracking_id ${truncate(trackingId, 64)}`;
  return [
    `The shop answered 200 to the notification (${summaryOfDelivery(delivery)}). The local gateway cannot see whether it saved that. If it still shows another state, look in its handler for ${id}.`,
  ];
};

const forgeryText = ({ status }: Delivery): readonly Phrase[] => [
  `${FORGERY_ACCEPTED}, because it answered ${status}. Anyone with the notification_url can set orders to paid. Check the signature before you use a notification. Read `,
  GUIDE,
  " on the dashboard.",
];

/** Returns the tone of a notification in a verdict. A shop without a notification_url may still be right, because it can read the status. */
const toneOf = (state: DeliveryState, kind: Tone): Tone => {
  if (state === "delivered") return kind;
  return state === "no notification_url" ? "wait" : DELIVERY_STATES[state];
};

/** Answers "Why did my shop not mark this order as paid?" with an advice, after the lines about an accepted forgery. */
export const notificationLines = (kind: OrderKindName, order: Order, gateway: Gateway): Line[] => {
  const { tone, delivery } = ORDER_KINDS[kind];
  const state = deliveryStateOf(order);
  const forgery = acceptedForgery(order);
  const lines: Line[] = forgery ? [{ tone: "bad", text: [...forgeryText(forgery)] }] : [];
  // No shop missed an order that was made on the dashboard without an address.
  if (order.madeBy === "dashboard" && state === "no notification_url") {
    const text = [`The order has no ${NAME}, so no shop was notified.`];
    return delivery === "always" ? [...lines, { tone: "quiet", text }] : lines;
  }
  const isMissed = state !== "delivered" && state !== "nothing to deliver";
  if (delivery === "never" || (delivery === "if missed" && !isMissed)) return lines;
  const ofLine = delivery === "always" ? toneOf(state, tone) : tone;
  return [...lines, { tone: ofLine, text: [...deliveryText(order, gateway)] }];
};
