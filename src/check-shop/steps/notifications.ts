import { HANDLER, LIFECYCLE, ONCE_ONLY, RAW_BODY } from "../guides.ts";
import type { Notification } from "../scenario/gateway.ts";
import { answerText, type Move, needing, type StoryRun, subjectOf } from "../scenario/story-run.ts";

const AT_ONCE = 10;

/** The notification that came last and was not posted yet. */
const newest = ({ order }: StoryRun): Notification | undefined => order.unsent.at(-1);

const newestPayment = (run: StoryRun): Notification | undefined => {
  const notification = newest(run);
  return notification?.type === "transaction" ? notification : undefined;
};

const sentOf = ({ order }: StoryRun): Notification[] =>
  Array.from(order.sent.values(), ({ notification }) => notification);

const posting = (find: (run: StoryRun) => Notification | undefined) =>
  needing(find, (run, notification) => run.post(run.order, notification));

/** Posts a notification with another body. Its own body may be posted later. */
const postingAs = (
  find: (run: StoryRun) => Notification | undefined,
  how: string,
  bodyOf: (body: string) => string,
  mustBeAccepted = true,
) =>
  needing(find, async ({ gateway, order }, notification) => {
    const [id, body] = [`${notification.id}, ${how}`, bodyOf(notification.body)];
    if (!mustBeAccepted) order.mayBeInReview = true;
    const answer = await gateway.post(order.token, body);
    // The gateway repeats it until it is answered with 200.
    const { status } = answer;
    if (mustBeAccepted) order.sent.set(id, { notification: { ...notification, id, body }, status });
    return `${subjectOf(notification)} ${how}: ${answerText(answer)}`;
  });

/** A body with other values of some fields. */
const changed = (body: string, names: readonly string[], change: (value: unknown) => unknown): string =>
  JSON.stringify(JSON.parse(body, (name, value) => (names.includes(name) ? change(value) : value)));

const hourOld = (body: string): string =>
  changed(body, ["created_at", "updated_at", "paid_at"], () =>
    new Date(Date.now() - 3_600_000).toISOString(),
  );

/** The same content with line breaks and with escaped letters and slashes, like JSON of another library. */
const rewritten = (body: string): string =>
  JSON.stringify({ ...JSON.parse(body), comment: "é/字" }, null, 2)
    .replaceAll(/[^ -~\n]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replaceAll("/", "\\/");

const KEEP_KEY = `Keep the key of each notification under a unique index, and ignore a known one. ${ONCE_ONLY}`;

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
    advice: `Let one statement of the database decide, such as an insert under a unique index or UPDATE … WHERE status = 'open', instead of a look before the write. ${ONCE_ONLY}`,
    ...needing(newest, async (run, notification) => {
      const { gateway, order } = run;
      // It is signed before, so that all posts arrive at the same moment.
      const headers = Promise.resolve(await gateway.sign(notification.body));
      const post = () => gateway.post(order.token, notification.body, headers);
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, post));
      const texts = new Set(answers.map(answerText));
      const last = await run.post(order, notification);
      return `posted ${AT_ONCE} times at the same moment: ${[...texts].join(" or ")}; ${last}`;
    }),
  },
  repeat: { weight: 5, advice: KEEP_KEY, ...posting((run) => sentOf(run).at(-1)) },
  "repeat first": {
    weight: 2,
    advice: KEEP_KEY,
    ...posting((run) => sentOf(run)[0]),
    isPossible: ({ order }) => order.sent.size > 1,
  },
  "deliver hour old": {
    weight: 1,
    advice: `Take a payment whenever its notification arrives: its age says nothing. ${LIFECYCLE}`,
    ...postingAs(newestPayment, "posted an hour late", hourOld),
  },
  "deliver rewritten": {
    weight: 1,
    advice: `Verify the signature over the bytes that arrived: no parser may run before, and nothing may be written again. ${RAW_BODY}`,
    ...postingAs(newest, "written by another JSON library", rewritten),
  },
  "deliver digits": {
    weight: 1,
    advice: `An amount may come as a number or as its digits: read it before you compare it. ${HANDLER}`,
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
  advice = `Fulfil an order only where outcome is "paid". ${HANDLER}`,
): Move => ({
  weight: 0.3,
  advice,
  play: async (run) => {
    const answer = await run.gateway.post(run.order.token, JSON.stringify(contentOf(run)));
    return `${what} notified: ${answerText(answer)}`;
  },
});

const followUp = (type: string) => (run: StoryRun) => ({
  transaction: { ...run.fake({ type }), parent_uid: crypto.randomUUID() },
});

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
  "notify refund": notifying("a refund with the order's tracking_id", followUp("refund")),
  "notify void": notifying("a void with the order's tracking_id", followUp("void")),
  "notify saved card": notifying("the tokenization of a card, for which nothing is charged,", (run) => ({
    transaction: run.fake({ type: "tokenization" }),
  })),
  "notify unknown status": notifying("a payment whose status no documentation names", (run) =>
    JSON.parse(changed(JSON.stringify({ transaction: run.fake() }), ["status"], () => "reserved")),
  ),
  "notify failed": notifying("another attempt that failed", (run) => ({
    transaction: run.fake({ status: "failed" }),
  })),
  "notify subscription": notifying(
    "the renewal of a subscription, with the order's tracking_id,",
    renewedSubscription,
    `A body with a plan is not a payment of an order: answer 200 and do nothing. ${HANDLER}`,
  ),
};
