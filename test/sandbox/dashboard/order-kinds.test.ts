import { expect, test } from "vitest";
import { ORDER_KINDS, type OrderKindName } from "../../../src/sandbox/dashboard/orders/order-kinds.ts";
import { openChallenge, postForm } from "../raw-call.ts";
import { erip, openDashboard, settings } from "./open-dashboard.ts";

const DECLINED = "4005550000000019";
const verification_url = "https://shop.example/verify";

type Opened = Awaited<ReturnType<typeof openDashboard>>;

/** An order of a kind, and the beginning of the sentence that a merchant reads on its page. */
interface Seed {
  readonly kind: OrderKindName;
  readonly says: string;
  /** Makes the order, and gives its token. */
  readonly make: (opened: Opened) => Promise<string>;
}

const pay = async ({ sandbox, createToken }: Opened, more = {}, card?: string) => {
  const token = await createToken("order-7", { settings, ...more });
  const { uid } = await sandbox.pay(token, { card });
  return { token, uid };
};

const hold = (opened: Opened) => pay(opened, { transaction_type: "authorization" });

const payout = (url: object = {}) => ({ transaction_type: "payout", settings: { ...settings, ...url } });

/** The state of a sandbox with another status in its transactions, as a later gateway may give it. */
const withStatus = async ({ sandbox }: Opened, status: string) => {
  const state = JSON.parse(JSON.stringify(await sandbox.state()));
  for (const { transaction } of state.transactions) transaction.status = status;
  return state;
};

const SEEDS: readonly Seed[] = [
  {
    kind: "open",
    says: "Not paid: nothing has been tried yet. Pay, or open the payment page.",
    make: ({ createToken }) => createToken("order-7", { settings }),
  },
  {
    kind: "open",
    says: "Not paid out: nothing has been tried yet. Pay out, or open the payment page.",
    make: ({ createToken }) => createToken("order-7", payout()),
  },
  {
    kind: "open",
    says: "Nothing is held: nothing has been tried yet. Authorize, or open the payment page.",
    make: ({ createToken }) => createToken("order-7", { transaction_type: "authorization" }),
  },
  {
    kind: "open",
    says: "No card is saved: nothing has been tried yet. Save a card, or open the payment page.",
    make: ({ createToken }) => createToken("order-7", { transaction_type: "tokenization" }),
  },
  {
    kind: "retry",
    says: "Not paid: the last attempt was declined (Payment was declined). 2 attempts are left. Pay, or open",
    make: async (opened) => (await pay(opened, { attempts: 3 }, DECLINED)).token,
  },
  {
    kind: "declined",
    says: "Not paid: declined (Insufficient funds). The token has no attempt left: create a new one to try again.",
    make: async (opened) => (await pay(opened, {}, "4000000000009995")).token,
  },
  {
    kind: "declined",
    says: "Not paid: declined (Payment was declined). Another attempt is another call, with an idempotency key of its own.",
    make: async (opened) => {
      const { credit_card } = await opened.sandbox.pay(await opened.createToken("saved"), {
        card: "4000000000000341",
        saveCard: true,
      });
      const charge = { amount: 990, currency: "EUR", description: "Month", tracking_id: "month-1" };
      const card = { token: credit_card?.token ?? "" };
      const url = { notification_url: "https://shop.example/notify" };
      return (await opened.payments.transactions.pay({ ...charge, ...url, credit_card: card })).uid;
    },
  },
  {
    kind: "started",
    says: "Not paid yet: the customer has not answered the 3-D Secure challenge. Complete it, or let it Fail.",
    make: async ({ sandbox, createToken }) => {
      const token = await createToken("order-7", { settings });
      await openChallenge(sandbox, token);
      return token;
    },
  },
  {
    kind: "pending",
    says: "Not paid yet: the erip payment is pending until somebody pays it. Complete it, or let it Fail.",
    make: async ({ sandbox, createToken }) => {
      const token = await createToken("order-7", { settings, ...erip });
      await sandbox.pay(token, { method: "erip" });
      return token;
    },
  },
  {
    kind: "deleted",
    says: "Not paid: the merchant withdrew it before it was paid.",
    make: async ({ sandbox, createToken }) => {
      const token = await createToken("order-7", { settings, ...erip });
      const { uid } = await sandbox.pay(token, { method: "erip" });
      await sandbox.complete(uid, { status: "deleted" });
      return token;
    },
  },
  {
    kind: "expired",
    says: "Not paid: the payment token expired. Create a new one.",
    make: async ({ sandbox, createToken }) => {
      const token = await createToken("order-7", { settings });
      await sandbox.expire(token);
      return token;
    },
  },
  {
    kind: "expired",
    says: "Not paid: the payment token expired after one attempt. Create a new one.",
    make: async (opened) => {
      const { token } = await pay(opened, { attempts: 2 }, DECLINED);
      await opened.sandbox.expire(token);
      return token;
    },
  },
  {
    kind: "paid",
    says: "Paid. The shop answered 200 to the notification (paid). Whether it saved that is not known here",
    make: async (opened) => (await pay(opened)).token,
  },
  {
    kind: "paid",
    says: "Paid. The shop answered 200 to the notification (paid).",
    make: async (opened) => {
      const { token } = await pay(opened, { attempts: 2 }, DECLINED);
      await opened.sandbox.pay(token);
      return token;
    },
  },
  {
    kind: "partRefunded",
    says: "Paid, and refunded in part: €12.00 refunded, €117.00 not refunded. The shop answered 200 to the notification (refund €12.00)",
    make: async (opened) => {
      const { token, uid } = await pay(opened);
      await opened.payments.transactions.refund({ parent_uid: uid, amount: 1200, reason: "Broken" });
      await opened.sandbox.idle();
      return token;
    },
  },
  {
    kind: "refunded",
    says: "Refunded: €129.00 refunded. The shop answered 200",
    make: async (opened) => {
      const { token, uid } = await pay(opened);
      await opened.payments.transactions.refund({ parent_uid: uid, amount: 12_900, reason: "Broken" });
      return token;
    },
  },
  {
    kind: "authorized",
    says: "Not paid yet: €129.00 held. Capture it when you deliver, or Void it. The shop answered 200",
    make: async (opened) => (await hold(opened)).token,
  },
  {
    kind: "partCaptured",
    says: "Paid in part: €29.00 captured, €100.00 held. Capture the rest, or Void it.",
    make: async (opened) => {
      const { token, uid } = await hold(opened);
      await opened.payments.transactions.capture({ parent_uid: uid, amount: 2900 });
      return token;
    },
  },
  {
    kind: "captured",
    says: "Paid: €129.00 captured. The shop answered 200",
    make: async (opened) => {
      const { token, uid } = await hold(opened);
      await opened.payments.transactions.capture({ parent_uid: uid, amount: 12_900 });
      return token;
    },
  },
  {
    kind: "captured",
    says: "Paid: €29.00 captured, €100.00 voided. The shop answered 200",
    make: async (opened) => {
      const { token, uid } = await hold(opened);
      await opened.payments.transactions.capture({ parent_uid: uid, amount: 2900 });
      await opened.payments.transactions.void({ parent_uid: uid, amount: 10_000 });
      return token;
    },
  },
  {
    kind: "refunded",
    says: "Refunded: €29.00 captured, €29.00 refunded, €100.00 held. The shop answered 200",
    make: async (opened) => {
      const { token, uid } = await hold(opened);
      const captured = await opened.payments.transactions.capture({ parent_uid: uid, amount: 2900 });
      await opened.payments.transactions.refund({ parent_uid: captured.uid, amount: 2900, reason: "Broken" });
      return token;
    },
  },
  {
    kind: "voided",
    says: "Voided: the hold was released. The shop answered 200",
    make: async (opened) => {
      const { token, uid } = await hold(opened);
      await opened.payments.transactions.void({ parent_uid: uid, amount: 12_900 });
      return token;
    },
  },
  {
    kind: "paidOut",
    says: "Paid out. The shop answered 200",
    make: async (opened) => (await pay(opened, payout())).token,
  },
  {
    kind: "saved",
    says: "The card is saved; no money moved. The shop answered 200",
    make: async (opened) => (await pay(opened, { transaction_type: "tokenization" })).token,
  },
  {
    kind: "refusedPayout",
    says: "Not paid out: the shop did not accept the payout: the body of its answer is not a JSON object.",
    make: async (opened) => (await pay(opened, payout({ verification_url }))).token,
  },
];

const BILL = {
  amount: 12_900,
  currency: "BYN",
  description: "Annual pass",
  order_id: "100700000012",
  notification_url: "https://shop.example/notify",
  payment_method: { type: "erip", account_number: "1007", service_no: "99999999" },
} as const;

const BILLS: readonly Seed[] = [
  {
    kind: "pending",
    says: "Not paid yet: the erip payment is pending until somebody pays it. Complete it, or let it Fail.",
    make: async ({ payments }) => (await payments.bills.create(BILL)).uid,
  },
  {
    kind: "openedBill",
    says: "Not paid yet: a customer has opened the bill, and for 30 minutes nobody else can pay it. Complete it",
    make: async ({ sandbox, payments }) => {
      const { uid } = await payments.bills.create(BILL);
      await postForm(sandbox, `/process/${uid}`, { action: "open" });
      return uid;
    },
  },
  {
    kind: "standingBill",
    says: "each time by a transaction of its own. It was not paid yet. Complete one payment of it.",
    make: async ({ payments }) => (await payments.bills.create({ ...BILL, permanent: true })).uid,
  },
  {
    kind: "standingBill",
    says: "each time by a transaction of its own. It was paid 2 times: BYN 258.00. Complete one payment of it.",
    make: async ({ payments, sandbox }) => {
      const { uid } = await payments.bills.create({ ...BILL, permanent: true });
      for (const status of ["successful", "failed", "successful"] as const)
        await sandbox.complete(uid, { status });
      return uid;
    },
  },
  {
    kind: "paid",
    says: "Paid. The shop answered 200 to the notification (paid).",
    make: async ({ payments, post }) => {
      const { uid } = await payments.bills.create(BILL);
      await post("pay", { token: uid });
      return uid;
    },
  },
  {
    kind: "deleted",
    says: "Not paid: the merchant withdrew it before it was paid.",
    make: async ({ payments }) => {
      const { uid } = await payments.bills.create(BILL);
      await payments.bills.delete(uid);
      return uid;
    },
  },
  {
    kind: "expired",
    says: "Not paid: it expired. Create a new one.",
    make: async ({ payments, sandbox }) => {
      const { uid } = await payments.bills.create(BILL);
      await sandbox.expire(uid);
      return uid;
    },
  },
];

test("each kind of order has its word and its sentence on the list and on its page", async () => {
  for (const { kind, says, make } of [...SEEDS, ...BILLS]) {
    const opened = await openDashboard();
    const token = await make(opened);
    await opened.sandbox.idle();
    const { word } = ORDER_KINDS[kind];
    const shown = (await opened.rows(`/?q=${token}`))[0]?.["Outcome"];
    expect([says, shown, await opened.verdict(token)]).toStrictEqual([
      says,
      word,
      expect.stringContaining(says),
    ]);
    if (token === undefined || !says.startsWith("Not paid out")) continue;
    expect(await opened.story(token)).not.toMatch(/Not paid[^ ]|>Pay</);
  }
}, 60_000);

const STATUSES: Readonly<Record<string, readonly [OrderKindName, string]>> = {
  auto_created: ["createdBill", "Not paid yet: the payment of a bill has begun, and its end is not known."],
  "later status": ["unknown", "Not known: its transaction has the status later status"],
};

test("a status that is seen in saved states only, or that nobody knows, is never said to be paid", async () => {
  for (const [status, [kind, says]] of Object.entries(STATUSES)) {
    const made = await openDashboard();
    const { token } = await pay(made);
    const opened = await openDashboard({ state: await withStatus(made, status) });
    const shown = (await opened.rows(`/?q=${token}`))[0]?.["Outcome"];
    expect([shown, await opened.verdict(token)]).toStrictEqual([
      ORDER_KINDS[kind].word,
      expect.stringContaining(says),
    ]);
  }
});

test("an order of which the state has only notifications is not known", async () => {
  const made = await openDashboard();
  const { token } = await pay(made);
  const state = JSON.parse(JSON.stringify(await made.sandbox.state()));
  const opened = await openDashboard({ state: { ...state, checkouts: [], transactions: [] } });
  expect(await opened.verdict(token)).toBe(
    "Not known: the state has neither the token nor a transaction of it.",
  );
});

test("no kind of order is without a seed", () => {
  const seeded = new Set([
    ...[...SEEDS, ...BILLS].map(({ kind }) => kind),
    ...Object.values(STATUSES).map(([kind]) => kind),
  ]);
  expect(Object.keys(ORDER_KINDS).filter((kind) => !seeded.has(kind as OrderKindName))).toStrictEqual([]);
});

test.each([
  ['{"status":"success"}', 200, "code is missing in its answer, and must be 0; uid is missing in its answer"],
  ['{"code":0,"uid":"other","amount":12900}', 200, 'uid is "other" in its answer, and must be'],
  ['{"code":0,"uid":"UID","amount":"12900"}', 200, 'amount is "12900" in its answer, and must be 12900'],
  ['{"code":1,"message":"Unknown recipient"}', 200, "it answered code 1: Unknown recipient; 0 accepts"],
  ["<html>", 200, "the body of its answer is not a JSON object"],
  ['{"code":0}', 500, "it answered 500, only 200 accepts"],
])(
  "a payout that is refused for the answer %s, %i, says what is wrong with it",
  async (body, status, says) => {
    const deliver = async (request: Request) => {
      if (!request.url.endsWith("/verify")) return new Response("ok");
      const { uid } = JSON.parse(await request.text()).transaction;
      return new Response(body.replace("UID", uid), { status });
    };
    const opened = await openDashboard({ deliver });
    const { token } = await pay(opened, payout({ verification_url }));
    expect(await opened.verdict(token)).toContain(
      `Not paid out: the shop did not accept the payout: ${says}`,
    );
    const asked = (await opened.events(token)).find(([title]) => title.startsWith("Asked the shop"));
    expect(asked?.[1]).toContain(`does not accept the payout: ${says}`);
    expect(await opened.story(token)).toMatch(/class="event bad"><div class="event-head"><h3>Asked the shop/);
  },
);

test.each([
  [{ settings: { notifcation_url: "https://shop.example/notify" } }, "settings.notifcation_url"],
  [{ settings: { notificationUrl: "https://shop.example/notify" } }, "settings.notificationUrl"],
  [{ notification_url: "https://shop.example/notify" }, "checkout.notification_url"],
])("the sentence knows a notification_url that is misspelt or elsewhere: %j", async (more, sent) => {
  const opened = await openDashboard();
  const token = await opened.createToken("order-7", more);
  await opened.sandbox.pay(token);
  const says = `${sent}, which is not read. Send settings.notification_url.`;
  expect(await opened.verdict(token)).toContain(says);
  const restarted = await openDashboard({ state: await opened.sandbox.state() });
  expect(await restarted.verdict(token)).toContain(says);
});

test("a shop that was not notified, but asked for the status, is said to have got it", async () => {
  const opened = await openDashboard();
  const token = await opened.createToken("order-7");
  await opened.sandbox.pay(token);
  expect(await opened.verdict(token)).not.toContain("asked for the status at");
  await opened.payments.checkouts.get(token);
  expect(await opened.verdict(token)).toMatch(/But it asked for the status at .*, and got it\.$/);
});

test("a notification that failed is named, and one of an earlier attempt explains nothing", async () => {
  let status = 500;
  const opened = await openDashboard({ deliver: async () => new Response("", { status }) });
  const { token } = await pay(opened, { attempts: 2 }, DECLINED);
  expect(await opened.verdict(token)).toContain("did not accept the notification (declined)");
  status = 200;
  const { uid } = await opened.sandbox.pay(token);
  expect(await opened.verdict(token)).toContain("The shop answered 200 to the notification (paid)");
  status = 500;
  await opened.post("follow-up", { parent: uid, type: "refund", amount: "12.00" });
  expect(await opened.verdict(token)).toContain("did not accept the notification (refund €12.00)");
});
