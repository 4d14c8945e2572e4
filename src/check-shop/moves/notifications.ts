import { parseJson } from "../../sandbox/gateway/input/parse-json.ts";
import { sectionOf } from "../../sandbox/gateway/input/section.ts";
import type { Delivery } from "../../sandbox/gateway/records/delivery.ts";
import type { Fields } from "../../sandbox/gateway/records/records.ts";
import { HANDLER, LIFECYCLE, ONCE_ONLY, RAW_BODY } from "../guides.ts";
import { answerText, type Stage } from "../stage/stage.ts";
import type { Move } from "./move.ts";

/** The notification that came last and was not posted yet. */
const newest = ({ order }: Stage): Delivery | undefined => order.held.at(-1);

const hasHeld = (stage: Stage): boolean => newest(stage) !== undefined;

const hasPosted = ({ order }: Stage): boolean => order.posted.size > 0;

const AT_ONCE = 10;

/** A transaction with other values, in its section too where that has them. */
const changed = (body: string, changesOf: (transaction: Fields) => Fields): Fields => {
  const content = sectionOf(parseJson(body));
  const transaction = sectionOf(content["transaction"]);
  const name = String(transaction["type"]);
  const details = sectionOf(transaction[name]);
  return {
    ...content,
    transaction: {
      ...transaction,
      ...changesOf(transaction),
      ...(Object.keys(details).length > 0 && { [name]: { ...details, ...changesOf(details) } }),
    },
  };
};

/** As another library writes JSON: with line breaks, and with escaped letters and slashes. */
const rewritten = (content: unknown): string =>
  JSON.stringify(content, null, 2)
    .replaceAll(/[^ -~\n]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replaceAll("/", "\\/");

/** Posts the newest notification with another body. It is still held: its own body comes later. */
const postAs = async (
  stage: Stage,
  how: string,
  bodyOf: (body: string) => string,
  isRepeated = true,
): Promise<string> => {
  const delivery = newest(stage);
  return delivery
    ? stage.postAs(stage.order, delivery, { body: bodyOf(delivery.body), how, isRepeated })
    : "";
};

const hourOld = (body: string): string => {
  const time = new Date(Date.now() - 3_600_000).toISOString();
  return JSON.stringify(
    changed(body, ({ created_at }) =>
      created_at === undefined ? {} : { created_at: time, updated_at: time, paid_at: time },
    ),
  );
};

export const NOTIFICATIONS: readonly Move[] = [
  {
    name: "deliver",
    weight: 9,
    isPossible: hasHeld,
    play: async (stage) => {
      const delivery = newest(stage);
      return delivery ? stage.post(stage.order, delivery) : "";
    },
  },
  {
    name: "deliver oldest",
    weight: 3,
    isPossible: ({ order }) => order.held.length > 1,
    play: async (stage) => {
      const [delivery] = stage.order.held;
      return delivery ? stage.post(stage.order, delivery) : "";
    },
  },
  {
    name: "deliver ten times",
    weight: 2,
    advice: `Let one statement of the database decide, such as an insert under a unique index or UPDATE … WHERE status = 'open', instead of a look before the write. ${ONCE_ONLY}`,
    isPossible: hasHeld,
    play: async (stage) => {
      const delivery = newest(stage);
      if (!delivery) return "";
      return `posted ${AT_ONCE} times at the same moment: ${await stage.postAtOnce(stage.order, delivery, AT_ONCE)}`;
    },
  },
  {
    name: "repeat",
    weight: 5,
    advice: `Keep the key of each notification under a unique index, and ignore a known one. ${ONCE_ONLY}`,
    isPossible: hasPosted,
    play: async (stage) => {
      const posted = [...stage.order.posted.values()].at(-1);
      return posted ? stage.post(stage.order, posted.delivery) : "";
    },
  },
  {
    name: "repeat first",
    weight: 2,
    advice: `Keep the key of each notification under a unique index, and ignore a known one. ${ONCE_ONLY}`,
    isPossible: ({ order }) => order.posted.size > 1,
    play: async (stage) => {
      const [posted] = stage.order.posted.values();
      return posted ? stage.post(stage.order, posted.delivery) : "";
    },
  },
  {
    name: "deliver hour old",
    weight: 1,
    advice: `Take a payment whenever its notification arrives: its age says nothing. ${LIFECYCLE}`,
    isPossible: (stage) => newest(stage)?.type === "transaction",
    play: (stage) => postAs(stage, "posted an hour late", hourOld),
  },
  {
    name: "deliver rewritten",
    weight: 1,
    advice: `Verify the signature over the bytes that arrived: no parser may run before, and nothing may be written again. ${RAW_BODY}`,
    isPossible: hasHeld,
    play: (stage) =>
      postAs(stage, "written by another JSON library", (body) =>
        rewritten({ ...sectionOf(parseJson(body)), comment: "é/字" }),
      ),
  },
  {
    name: "deliver digits",
    weight: 1,
    advice: `An amount may come as a number or as its digits: read it before you compare it. ${HANDLER}`,
    isPossible: (stage) => newest(stage)?.type === "transaction",
    play: (stage) => {
      stage.order.mayBePutAside = true;
      return postAs(
        stage,
        "posted with the amount as text",
        (body) =>
          JSON.stringify(
            changed(body, ({ amount }) => (amount === undefined ? {} : { amount: String(amount) })),
          ),
        false,
      );
    },
  },
];

const NOT_PAID = `Fulfil an order only where outcome is "paid". ${HANDLER}`;

const subscriptionOf = ({ gateway, order }: Stage): Fields => {
  const { uid, status, amount, currency, tracking_id, created_at } = gateway.fakeTransaction(order.token);
  return {
    id: "sbs_41c7a0e95b2d8f36",
    state: "active",
    event: "renewed.subscription",
    tracking_id,
    plan: {
      id: "pln_6b1f0c2e9a7d4853",
      title: "Monthly",
      currency,
      plan: { amount, interval: 1, interval_unit: "month" },
    },
    transaction: { uid, status },
    last_transaction: { uid, status, message: "Successfully processed", created_at },
  };
};

/** A genuine notification of something that does not pay the order. */
const notifying = (name: string, what: string, bodyOf: (stage: Stage) => Fields): Move => ({
  name: `notify ${name}`,
  weight: 0.3,
  advice: NOT_PAID,
  isPossible: () => true,
  play: async (stage) => {
    const answer = await stage.gateway.post(stage.order.token, JSON.stringify(bodyOf(stage)));
    return `${what} notified: ${answerText(answer)}`;
  },
});

const followUp = ({ gateway, order }: Stage, type: string): Fields => ({
  transaction: { ...gateway.fakeTransaction(order.token, type), parent_uid: crypto.randomUUID() },
});

export const OTHER_NOTIFICATIONS: readonly Move[] = [
  notifying("refund", "a refund with the order's tracking_id", (stage) => followUp(stage, "refund")),
  notifying("void", "a void with the order's tracking_id", (stage) => followUp(stage, "void")),
  notifying(
    "saved card",
    "the tokenization of a card, for which nothing is charged,",
    ({ gateway, order }) => ({
      transaction: gateway.fakeTransaction(order.token, "tokenization"),
    }),
  ),
  notifying("unknown status", "a payment whose status no documentation names", ({ gateway, order }) => {
    const transaction = gateway.fakeTransaction(order.token);
    const type = String(transaction.type);
    const details = sectionOf(Object(transaction)[type]);
    return {
      transaction: { ...transaction, status: "reserved", [type]: { ...details, status: "reserved" } },
    };
  }),
  notifying("failed", "another attempt that failed", ({ gateway, order }) => ({
    transaction: gateway.fakeTransaction(order.token, undefined, "failed"),
  })),
  {
    ...notifying(
      "subscription",
      "the renewal of a subscription, with the order's tracking_id,",
      subscriptionOf,
    ),
    advice: `A body with a plan is not a payment of an order: answer 200 and do nothing. ${HANDLER}`,
  },
];
