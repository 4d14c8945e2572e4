import type { Tone } from "../../../api/statuses.ts";
import { nearestName } from "../../../shared/nearest-name.ts";
import { toApiCall, undocumentedFields } from "../../gateway/calls.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { callsAbout } from "../../gateway/history.ts";
import type { Delivery } from "../../gateway/records/delivery.ts";
import { LINKED_PAGES } from "../page.ts";
import {
  answerText,
  DELIVERY_STATES,
  type DeliveryState,
  decisiveDelivery,
  deliveryStateOf,
  disturbanceText,
  isConnectionRefused,
  stateOfDelivery,
  summaryOfDelivery,
} from "./delivery-state.ts";
import { kindOf } from "./kind-of.ts";
import { ORDER_KINDS, sentenceOf } from "./order-kinds.ts";
import { attemptsOf, type Order, orderFacts } from "./orders.ts";
import type { Part, Sentence } from "./sentence.ts";

const ENVIRONMENT: Part = { page: LINKED_PAGES.environment };
const FAILURES: Part = { page: LINKED_PAGES.failures };

/** The likely cause of an answer, and what to do: the shop alone knows why it answered so. */
const adviceFor = (status: number): Sentence => {
  if (status === 401 || status === 403)
    return [
      "Most often it verifies with another public key, shop id or secret key: copy the variables of the page ",
      ENVIRONMENT,
      ", and start the shop again.",
    ];
  if (status === 404 || status === 405)
    return ["Most often it has no handler there: correct notification_url, or the route."];
  if (status >= 500) return ["Most often its handler failed: read the answer below and the shop's log."];
  if (status >= 300 && status < 400) return ["Redirects are not followed: give the final address."];
  if (status < 300) return ["Only 200 counts: answer with 200."];
  return ["It refused what the notification says: read the answer below."];
};

const adviceWithoutAnswer = (delivery: Delivery): string => {
  const error = delivery.answers.at(-1)?.error ?? "";
  if (/timeout/i.test(error)) return "Answer within 30 seconds, and do slow work after that.";
  if (isConnectionRefused(error)) return "Start the shop, or correct notification_url.";
  return "Check notification_url, and that the shop runs.";
};

const nextText = ({ id, nextAttemptAt }: Delivery): Sentence => {
  const again: Part = { press: "Send again", delivery: id };
  return nextAttemptAt === undefined
    ? ["It is not posted again by itself: ", again, "."]
    : ["It is posted again at ", { at: nextAttemptAt }, ", or now: ", again, "."];
};

const whyNot = (delivery: Delivery): Sentence => {
  const { disturbance, status } = delivery;
  const what = `notification (${summaryOfDelivery(delivery)})`;
  if (disturbance === "lost" && status === undefined)
    return [`The ${what} was lost, as planned on the page `, FAILURES, ". ", ...nextText(delivery)];
  const answer = answerText(delivery);
  const wrong = disturbanceText(disturbance);
  if (wrong !== undefined)
    return [
      `The ${what} was sent with ${wrong}, as planned on the page `,
      FAILURES,
      `. ${answer}. The right one is never sent: the shop has to ask for the status.`,
    ];
  if (status === undefined)
    return [
      `The ${what} was not answered. ${answer}. ${adviceWithoutAnswer(delivery)} `,
      ...nextText(delivery),
    ];
  return [
    `The shop did not accept the ${what}. ${answer}. `,
    ...adviceFor(status),
    " ",
    ...nextText(delivery),
  ];
};

const whyUnsure = (delivery: Delivery): Sentence => {
  const { nextAttemptAt, disturbance } = delivery;
  const what = `notification (${summaryOfDelivery(delivery)})`;
  return nextAttemptAt === undefined
    ? [`The shop has not answered the ${what} yet.`]
    : [
        `The ${what} is ${disturbance}, as planned on the page `,
        FAILURES,
        ": it is posted at ",
        { at: nextAttemptAt },
        ".",
      ];
};

const NAME = "notification_url";

/** Where a shop gave a notification_url that the gateway does not read: it misspelt it, or put it elsewhere. */
const misplacedUrl = (order: Order, gateway: Gateway): string | undefined => {
  const sent = order.checkout && undocumentedFields("checkouts.create", { checkout: order.checkout.fields });
  const logged = callsAbout(gateway, order.token).flatMap((call) => toApiCall(call).undocumented);
  const found = [...(sent ?? []), ...logged].find(
    ({ path, nearest }) => nearest === NAME || nearestName(path.at(-1) ?? "", [NAME]) === NAME,
  );
  return found?.path.join(".");
};

const whyNoUrl = (order: Order, gateway: Gateway): Sentence => {
  const isDirect = order.kind !== "token";
  const right = isDirect ? NAME : `settings.${NAME}`;
  const sent = misplacedUrl(order, gateway);
  return sent === undefined
    ? [
        `The order has no ${NAME}, so the shop was not notified. Send ${right} with ${isDirect ? "the payment" : "the token"}, or ask for the status when the customer returns.`,
      ]
    : [
        `The order has no ${NAME}, so the shop was not notified: it sent ${sent}, which is not read. Send ${right}.`,
      ];
};

/** When the shop last asked for the status, after the order came to its present state, and got it. */
const askedAt = (order: Order, gateway: Gateway): string | undefined => {
  const since = attemptsOf(order).at(-1)?.transaction.updated_at;
  if (!since) return undefined;
  return callsAbout(gateway, order.token).findLast(
    ({ method, status, at }) => method === "GET" && status === 200 && at >= since,
  )?.at;
};

const withStatusRequest = (sentence: Sentence, order: Order, gateway: Gateway): Sentence => {
  const at = askedAt(order, gateway);
  return at === undefined
    ? sentence
    : [...sentence, " But it asked for the status at ", { at }, ", and got it."];
};

/** Whether the shop was notified of an order's state, and why not. What only the shop can see is shown as unknown. */
const deliverySentence = (order: Order, gateway: Gateway): Sentence => {
  const { notificationUrl, trackingId } = orderFacts(order);
  const delivery = decisiveDelivery(order);
  if (!delivery)
    return notificationUrl === undefined
      ? withStatusRequest(whyNoUrl(order, gateway), order, gateway)
      : ["No notification of it is known here."];
  const state = stateOfDelivery(delivery);
  if (state === "not delivered") return withStatusRequest(whyNot(delivery), order, gateway);
  if (state === "waiting") return withStatusRequest(whyUnsure(delivery), order, gateway);
  const id = trackingId === undefined ? "the token" : `tracking_id ${trackingId}`;
  return [
    `The shop answered 200 to the notification (${summaryOfDelivery(delivery)}). Whether it saved that is not known here: if it still shows another state, look in its handler for ${id}.`,
  ];
};

/** A shop without a notification_url can still be right, because it can ask for the status. */
const toneOf = (state: DeliveryState): Tone =>
  state === "no notification_url" ? "wait" : DELIVERY_STATES[state];

/** Answers "Why did my shop not mark this order as paid?", and says what to do. */
export const verdictOf = (order: Order, gateway: Gateway): { tone: Tone; sentence: Sentence } => {
  const name = kindOf(order, gateway);
  const { tone, delivery } = ORDER_KINDS[name];
  const sentence = sentenceOf(name, order, gateway);
  const state = deliveryStateOf(order);
  const isMissed = state !== "delivered" && state !== "nothing to deliver";
  const hasDelivery = delivery === "always" || (delivery === "if missed" && isMissed);
  return {
    tone: delivery === "always" ? toneOf(state) : tone,
    sentence: hasDelivery ? [...sentence, " ", ...deliverySentence(order, gateway)] : sentence,
  };
};
