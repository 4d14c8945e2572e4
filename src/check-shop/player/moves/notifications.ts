import type { Notification } from "../../gateway/watched-gateway.ts";
import { CHARGEBACKS, HANDLER, LIFECYCLE, ONCE_ONLY, SIGNATURE } from "../../guides.ts";
import { type Move, needing } from "../move.ts";
import { type OrderHistory, transactionIn } from "../order-history.ts";
import { answerText, type StoryRun, subjectOf } from "../story-run.ts";

const AT_ONCE = 10;

/** The notification that came last and was not posted yet. */
const newest = ({ order }: StoryRun): Notification | undefined => order.unsent.at(-1);

const newestPayment = (run: StoryRun): Notification | undefined => {
  const notification = newest(run);
  return notification?.type === "transaction" ? notification : undefined;
};

const posting = (find: (run: StoryRun) => Notification | undefined) =>
  needing(find, (run, notification) => run.post(run.order, notification));

/** Posts a notification with another body. Its own body may be posted later. */
const postingAs = (
  find: (run: StoryRun) => Notification | undefined,
  how: string,
  bodyOf: (body: string) => string,
  mustBeAccepted = true,
) =>
  needing(find, async (run, notification) => {
    const { gateway, order } = run;
    const posted = { ...notification, id: `${notification.id}, ${how}`, body: bodyOf(notification.body) };
    const answer = await gateway.post(order.token, posted.body);
    if (mustBeAccepted) {
      // The gateway repeats it until it is answered with 200.
      order.sent.set(posted.id, posted);
      run.noteAnswer(order, posted, answer);
    } else {
      const { uid } = transactionIn(posted);
      run.note(order, { is: "notified", what: "other", id: posted.id, uid, answer: answer.status });
    }
    return `${subjectOf(notification)} ${how}: ${answerText(answer)}`;
  });

/** Signs the last notifications of an order. @returns functions that post them, so that they arrive at the same moment. */
export const signed = (run: StoryRun, order: OrderHistory, count: number) =>
  Promise.all(
    order.unsent.slice(-count).map(async (notification) => {
      const headers = await run.gateway.sign(notification.body);
      return () => run.post(order, notification, Promise.resolve(headers));
    }),
  );

/** A body with other values of some fields. */
const changed = (body: string, names: readonly string[], change: (value: unknown) => unknown): string =>
  JSON.stringify(JSON.parse(body, (name, value) => (names.includes(name) ? change(value) : value)));

const TIMES = ["created_at", "updated_at", "paid_at"];

const hourAgo = (time: unknown): unknown => time && new Date(Date.now() - 3_600_000).toISOString();

/** The same content with line breaks and with escaped letters and slashes, like JSON of another library. */
const rewritten = (body: string): string =>
  JSON.stringify({ ...JSON.parse(body), comment: "é/字" }, null, 2)
    .replaceAll(/[^ -~\n]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replaceAll("/", "\\/");

const KEEP_KEY = `Store the uid of the payment in the order, and change only an order without one. ${ONCE_ONLY}`;
const ONE_STATEMENT = `Let one statement of the database decide, such as UPDATE … WHERE paid_by IS NULL. Do not read before the write. ${ONCE_ONLY}`;

/** The notifications of the order's payments. A notification that no move posts is lost. */
export const NOTIFICATIONS: Readonly<Record<string, Move>> = {
  deliver: { weight: 9, ...posting(newest) },
  "deliver oldest": {
    weight: 3,
    ...posting(({ order }) => order.unsent[0]),
    isPossible: ({ order }) => order.unsent.length > 1,
  },
  "deliver ten times": {
    weight: 2,
    isRace: true,
    advice: ONE_STATEMENT,
    ...needing(newest, async (run, notification) => {
      const { gateway, order } = run;
      const headers = Promise.resolve(await gateway.sign(notification.body));
      const post = () => gateway.post(order.token, notification.body, headers);
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, post));
      const texts = new Set(answers.map(answerText));
      const last = await run.post(order, notification);
      return `posted ${AT_ONCE} times at the same moment: ${[...texts].join(" or ")}; ${last}`;
    }),
  },
  repeat: { weight: 5, advice: KEEP_KEY, ...posting(({ order }) => [...order.sent.values()].at(-1)) },
  "repeat first": {
    weight: 2,
    advice: KEEP_KEY,
    ...posting(({ order }) => [...order.sent.values()][0]),
    isPossible: ({ order }) => order.sent.size > 1,
  },
  "deliver hour old": {
    weight: 1,
    advice: `Accept a payment when its notification arrives. Its times do not matter. ${LIFECYCLE}`,
    ...postingAs(newestPayment, "with its times an hour ago", (body) => changed(body, TIMES, hourAgo)),
  },
  "deliver rewritten": {
    weight: 1,
    advice: `Verify the signature over the bytes that arrived, before any parser. ${SIGNATURE}`,
    ...postingAs(newest, "written by another JSON library", rewritten),
  },
  "deliver digits": {
    weight: 1,
    advice: `Accept an amount as a number and as digits. ${HANDLER}`,
    ...postingAs(
      newestPayment,
      "posted with the amount as text",
      (body) => changed(body, ["amount"], String),
      false,
    ),
  },
};

/** A genuine notification of something that does not pay the order. */
const notifying = (
  what: string,
  contentOf: (run: StoryRun) => object,
  advice = `Fulfill an order only if outcome is "paid". ${HANDLER}`,
): Move => ({
  weight: 0.3,
  advice,
  play: async (run) => {
    const answer = await run.gateway.post(run.order.token, JSON.stringify(contentOf(run)));
    run.note(run.order, { is: "notified", what: "other", id: what, answer: answer.status });
    return `${what} notified: ${answerText(answer)}`;
  },
});

/** The gateway lists it. Otherwise, a shop that compares its book with the gateway's would wait for its staff. */
const followUp = (type: string, advice?: string): Move =>
  notifying(
    `a ${type} with the order's tracking_id`,
    (run) => {
      const transaction = { ...run.fake({ type }), parent_uid: crypto.randomUUID() };
      run.gateway.list(transaction);
      return { transaction };
    },
    advice,
  );

const renewedSubscription = (run: StoryRun) => {
  const { uid, status, amount, currency, tracking_id, created_at } = run.fake();
  const plan = { amount, interval: 1, interval_unit: "month" };
  return {
    id: "sbs_41c7a0e95b2d8f36",
    state: "active",
    event: "renewed.subscription",
    tracking_id,
    plan: { id: "pln_6b1f0c2e9a7d4853", title: "Monthly", currency, plan },
    transaction: { uid, status },
    last_transaction: { uid, status, message: "Successfully processed", created_at },
  };
};

export const OTHER_NOTIFICATIONS: Readonly<Record<string, Move>> = {
  "notify refund": followUp("refund"),
  "notify void": followUp("void"),
  "notify chargeback": followUp(
    "chargeback",
    `A chargeback takes money back. Keep it for manual review. ${CHARGEBACKS}`,
  ),
  "notify saved card": notifying("the tokenization of a card, which charges nothing,", (run) => ({
    transaction: run.fake({ type: "tokenization" }),
  })),
  "notify unknown status": notifying("a payment with an undocumented status", (run) =>
    JSON.parse(changed(JSON.stringify({ transaction: run.fake() }), ["status"], () => "reserved")),
  ),
  "notify failed": notifying("another attempt that failed", (run) => ({
    transaction: run.fake({ status: "failed" }),
  })),
  "notify subscription": notifying(
    "the renewal of a subscription, with the order's tracking_id,",
    renewedSubscription,
    `A body with a plan is not a payment of an order. Answer 200, and change no order. ${HANDLER}`,
  ),
};
