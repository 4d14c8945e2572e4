import { LIBRARY_BILL } from "../library-bill.ts";
import { DECLINED } from "../open-gateway.ts";
import { openChallenge, postForm } from "../raw-call.ts";
import { erip, type openDashboard, product, settings } from "./open-dashboard.ts";

export const verification_url = "https://shop.example/verify";

export type Opened = Awaited<ReturnType<typeof openDashboard>>;

/** Makes an order. @returns its token, or its uid without one. */
type Make = (opened: Opened) => Promise<string>;

/** Pays an order by a card, which is accepted by default. */
export const pay = async ({ sandbox, createToken }: Opened, more = {}, card?: string) => {
  const token = await createToken("order-7", { settings, ...more });
  const { uid } = await sandbox.pay(token, { card });
  return { token, uid };
};

export const payout = (url = {}) => ({ transaction_type: "payout", settings: { ...settings, ...url } });

const HOLD = { transaction_type: "authorization" };

type Step = readonly [way: "capture" | "void" | "refund" | "chargeback", amount: number, outcome?: "failed"];

/** Pays or holds €129.00, and then follows it up. A refund or a chargeback follows the last capture. */
const followed =
  (more: object, ...steps: readonly Step[]): Make =>
  async (opened) => {
    const { token, uid } = await pay(opened, more);
    let captured = uid;
    for (const [way, amount, outcome] of steps) {
      const parent = way === "void" || way === "capture" ? uid : captured;
      const { transaction } = await opened.sandbox.act(way, { uid: parent, amount, outcome });
      if (way === "capture" && outcome === undefined) captured = transaction?.uid ?? "";
    }
    return token;
  };

const paid =
  (more = {}, card?: string): Make =>
  async (opened) =>
    (await pay(opened, more, card)).token;

const priced =
  (amount: number | string, currency: string, refund?: number): Make =>
  async (opened) => {
    const order = { amount, currency, description: "Pass", tracking_id: "order-7" };
    const { token, uid } = await pay(opened, { order });
    if (refund) await opened.sandbox.act("refund", { uid, amount: refund });
    return token;
  };

const openErip = async ({ sandbox, createToken }: Opened) => {
  const order = { amount: 12_900, currency: "BYN", description: "Pass", tracking_id: "order-7" };
  const token = await createToken("", { settings, order, ...erip });
  const { uid } = await sandbox.pay(token, { method: "erip" });
  return { token, uid };
};

const expired =
  (make: Make): Make =>
  async (opened) => {
    const token = await make(opened);
    await opened.sandbox.expire(token);
    return token;
  };

const openToken =
  (more = {}): Make =>
  ({ createToken }) =>
    createToken("order-7", { settings, ...more });

const challenged: Make = async ({ sandbox, createToken }) => {
  const token = await createToken("order-7", { settings });
  await openChallenge(sandbox, token);
  return token;
};

const BILL = { ...LIBRARY_BILL, notification_url: "https://shop.example/notify" };

/** Makes a bill, and ends payments of it. */
const bill =
  (more: object, ...endings: readonly ("successful" | "failed" | "deleted")[]): Make =>
  async ({ sandbox, payments }) => {
    const { uid } = await payments.bills.create({ ...BILL, ...more });
    for (const status of endings) await sandbox.complete(uid, { status });
    return uid;
  };

/** Charges a saved card. */
const renewed =
  (card?: string): Make =>
  async ({ sandbox, payments, createToken }) => {
    const { credit_card } = await sandbox.pay(await createToken("saved"), { card, saveCard: true });
    const charge = { amount: 990, currency: "EUR", description: "Month", tracking_id: "month-1" };
    const saved = { token: credit_card?.token ?? "" };
    return (await payments.transactions.pay({ ...charge, ...settings, credit_card: saved })).uid;
  };

const disturbed =
  (notification: "lost" | "wrong_signature" | "wrong_amount" | "twice" | "late"): Make =>
  (opened) => {
    opened.sandbox.disturbNext({ notification, ...(notification === "late" && { delayMs: 60_000 }) });
    return paid()(opened);
  };

/** Pays two tokens of one tracking id, and returns the one that was paid first, or last. */
const twice =
  (wanted: "first" | "last", more = {}, ...steps: readonly Step[]): Make =>
  async (opened) => {
    const first = await followed(more, ...steps)(opened);
    const { token } = await pay(opened);
    return wanted === "first" ? first : token;
  };

/** A call of the shop that the gateway refuses. */
const refused = (call: Promise<unknown>) => call.catch(() => undefined);

type History = readonly [outcome: string, says: string, make: Make, name: string];

const TWICE = "Only one of them pays the order. The shop must";

const ANY_TIME = "The bill can be paid any number of times, each time by its own transaction.";

/**
 * What happened to an order, with the state and the first line that its page must have. They were written from the rules,
 * before the code. `TOKEN` stands for the other order.
 */
export const HISTORIES: readonly History[] = [
  // One success.
  ["Paid", "Paid €129.00.", paid(), "paid"],
  ["Paid", "Paid €129.00.", paid({}, "4012000000001097"), "after a 3-D Secure challenge"],
  ["Paid", "Paid BYN 47.50.", bill({}, "successful"), "bill paid"],
  ["Paid", "Paid €9.90.", renewed(), "renewal"],
  ["Paid", "Paid €5.00.", priced(500, "EUR"), "small amount"],
  ["Paid", "Paid €90,071,992,547,409.91.", priced("9007199254740991", "EUR"), "huge amount"],
  ["Paid", "Paid CLF 12.3456.", priced(123_456, "CLF"), "four decimals"],
  ["Saved", "Saved the card. No money moved.", paid({ transaction_type: "tokenization" }), "card saved"],
  ["Paid out", "Paid out €129.00.", paid(payout()), "paid out"],
  [
    "Paid",
    "Paid €129.00.",
    async (opened) => {
      const { token } = await pay(opened, { attempts: 3 }, "4000000000009995");
      await opened.sandbox.pay(token, { card: DECLINED });
      await opened.sandbox.pay(token);
      return token;
    },
    "declined twice, then paid",
  ],
  [
    "Paid",
    "Paid €45.00.",
    async ({ sandbox, payments }) => {
      const { id } = await payments.products.create({ ...product, name: "Ticket", amount: 4500 });
      await sandbox.pay(id);
      const { uid } = await sandbox.pay(id);
      return uid;
    },
    "payment link, paid by two customers",
  ],
  // The notification does not change what happened to the money.
  ...(["lost", "wrong_signature", "wrong_amount", "twice", "late"] as const).map(
    (notification): History => ["Paid", "Paid €129.00.", disturbed(notification), `${notification}`],
  ),
  [
    "Paid",
    "Paid €129.00.",
    async (opened) => {
      const { token } = await pay(opened);
      await opened.payments.checkouts.get(token);
      return token;
    },
    "paid, and the shop asked",
  ],
  // Two payments of one order.
  [
    "Paid twice",
    `Paid €129.00. The customer also paid €129.00 for order TOKEN with the same tracking_id, €258.00 in all. ${TWICE} refund any other payment, or keep it for manual review.`,
    twice("first"),
    "paid twice, the first",
  ],
  [
    "Paid twice",
    `Paid €129.00. The customer also paid €129.00 for order TOKEN with the same tracking_id, €258.00 in all. ${TWICE} refund any other payment, or keep it for manual review.`,
    twice("last"),
    "paid twice, the second",
  ],
  [
    "Paid twice",
    `Paid €129.00. The customer also paid €109.00 for order TOKEN with the same tracking_id, €238.00 in all. ${TWICE} refund any other payment, or keep it for manual review.`,
    twice("last", {}, ["refund", 2000]),
    "paid twice, and refunded in part",
  ],
  [
    "Paid twice",
    `Paid €129.00. The customer also authorized €129.00 for order TOKEN with the same tracking_id, €258.00 in all. ${TWICE} refund or void any other payment, or keep it for manual review.`,
    twice("last", HOLD),
    "held, and paid",
  ],
  [
    "Paid twice",
    `Paid €129.00. The customer also paid €50.00 and authorized €79.00 for order TOKEN with the same tracking_id, €258.00 in all. ${TWICE} refund or void any other payment, or keep it for manual review.`,
    twice("last", HOLD, ["capture", 5000]),
    "part captured, and paid",
  ],
  [
    "Paid twice",
    `Paid €90,071,992,547,409.91. The customer also paid €90,071,992,547,409.91 for order TOKEN with the same tracking_id. ${TWICE} refund any other payment, or keep it for manual review.`,
    async (opened) => {
      const huge = priced("9007199254740991", "EUR");
      await huge(opened);
      return huge(opened);
    },
    "a sum that is too large to be exact",
  ],
  ["Paid", "Paid €129.00.", twice("last", {}, ["refund", 12_900]), "paid again after a refund"],
  [
    "Refunded",
    "Refunded €129.00. Nothing is kept.",
    twice("first", {}, ["refund", 12_900]),
    "refunded, and paid again",
  ],
  ["Paid", "Paid €129.00.", twice("last", {}, ["chargeback", 12_900]), "paid again after a chargeback"],
  ["Paid", "Paid €129.00.", twice("last", HOLD, ["void", 12_900]), "paid again after a void"],
  // The bank takes money back.
  [
    "Charged back",
    "The bank took back €109.00. €20.00 was refunded, and nothing is kept.",
    followed({}, ["refund", 2000], ["chargeback", 10_900]),
    "refund, then the rest charged back",
  ],
  [
    "Part charged back",
    "The bank took back €20.00. €109.00 is kept.",
    followed({}, ["chargeback", 2000]),
    "part charged back",
  ],
  [
    "Charged back",
    "The bank took back €129.00. Nothing is kept.",
    followed({}, ["chargeback", 12_900]),
    "charged back",
  ],
  [
    "Part charged back",
    "The bank took back €30.00. €50.00 was taken back in all, and €79.00 is kept.",
    followed({}, ["chargeback", 2000], ["chargeback", 3000]),
    "two chargebacks",
  ],
  [
    "Part charged back",
    "Refunded €10.00. €20.00 was taken back, and €99.00 is kept.",
    followed({}, ["chargeback", 2000], ["refund", 1000]),
    "chargeback, then a refund",
  ],
  [
    "Charged back",
    "The bank took back €80.00. €90.00 was captured, €10.00 was refunded, €39.00 is still held, and nothing is kept.",
    followed(HOLD, ["capture", 9000], ["refund", 1000], ["chargeback", 8000]),
    "capture, refund, chargeback",
  ],
  // The shop refunds.
  [
    "Part refunded",
    "Refunded €0.01. €50.01 was refunded in all, and €78.99 is kept.",
    followed({}, ["refund", 2000], ["refund", 3000], ["refund", 1]),
    "three refunds",
  ],
  ["Part refunded", "Refunded €10.00. €119.00 is kept.", followed({}, ["refund", 1000]), "one refund"],
  ["Refunded", "Refunded €129.00. Nothing is kept.", followed({}, ["refund", 12_900]), "refunded"],
  [
    "Refunded",
    "Refunded €29.00. €129.00 was refunded in all, and nothing is kept.",
    followed({}, ["refund", 10_000], ["refund", 2900]),
    "refunded in two parts",
  ],
  ["Part refunded", "Refunded ¥1,000. ¥128,000 is kept.", priced(129_000, "JPY", 1000), "no decimals"],
  ["Part refunded", "Refunded KWD 0.001. KWD 12.344 is kept.", priced(12_345, "KWD", 1), "three decimals"],
  // Holds.
  ["Authorized", "Authorized €129.00. Nothing is paid until the shop captures it.", followed(HOLD), "held"],
  ["Authorized", "Voided €29.00. €100.00 is still held.", followed(HOLD, ["void", 2900]), "part voided"],
  ["Voided", "Voided €129.00. Nothing is held.", followed(HOLD, ["void", 12_900]), "voided"],
  [
    "Voided",
    "Voided €29.00. €129.00 was voided in all, and nothing is held.",
    followed(HOLD, ["void", 10_000], ["void", 2900]),
    "voided in two parts",
  ],
  [
    "Part captured",
    "Captured €50.00. €79.00 is still held.",
    followed(HOLD, ["capture", 5000]),
    "part captured",
  ],
  [
    "Part captured",
    "Voided €10.00. €50.00 was captured, and €69.00 is still held.",
    followed(HOLD, ["capture", 5000], ["void", 1000]),
    "part captured, part voided",
  ],
  ["Paid", "Captured €129.00.", followed(HOLD, ["capture", 12_900]), "captured"],
  [
    "Part captured",
    "Voided €49.00. €80.00 was captured.",
    followed(HOLD, ["capture", 5000], ["capture", 3000], ["void", 4900]),
    "two captures, then the rest voided",
  ],
  [
    "Part captured",
    "Refunded €50.00. €50.00 was captured, €79.00 is still held, and nothing is kept.",
    followed(HOLD, ["capture", 5000], ["refund", 5000]),
    "the captured part refunded",
  ],
  [
    "Part refunded",
    "Refunded €29.00. €129.00 was captured, and €100.00 is kept.",
    followed(HOLD, ["capture", 12_900], ["refund", 2900]),
    "captured, then a refund",
  ],
  // Declined and refused follow-ups.
  [
    "Paid",
    "The refund of €5.00 was declined (code 05). €129.00 is kept.",
    followed({}, ["refund", 500, "failed"]),
    "refund declined",
  ],
  [
    "Paid",
    "The chargeback of €50.00 was declined (code 05). €129.00 is kept.",
    followed({}, ["chargeback", 5000, "failed"]),
    "chargeback declined",
  ],
  [
    "Authorized",
    "The capture of €129.00 was declined (code 05). €129.00 is still held.",
    followed(HOLD, ["capture", 12_900, "failed"]),
    "capture declined",
  ],
  [
    "Part captured",
    "The capture of €79.00 was declined (code 05). €50.00 was captured, €79.00 is still held, and €50.00 is kept.",
    followed(HOLD, ["capture", 5000], ["capture", 7900, "failed"]),
    "second capture declined",
  ],
  [
    "Part refunded",
    "Refunded €10.00. €119.00 is kept.",
    followed({}, ["refund", 500, "failed"], ["refund", 1000]),
    "refund declined, then approved",
  ],
  [
    "Paid",
    "The void of €129.00 was refused with 422 (amount can't be greater than 0). €129.00 was captured, and €129.00 is kept.",
    async (opened) => {
      const token = await followed(HOLD, ["capture", 12_900])(opened);
      const [, hold] = await opened.payments.transactions.findByTrackingId("order-7");
      await refused(opened.payments.transactions.void({ parent_uid: hold?.uid ?? "", amount: 12_900 }));
      return token;
    },
    "void after the capture",
  ],
  [
    "Part refunded",
    "Refunded €1.00. €128.00 is kept.",
    async (opened) => {
      const { token, uid } = await pay(opened);
      const refund = (amount: number) =>
        opened.payments.transactions.refund({ parent_uid: uid, amount, reason: "Broken" });
      await refused(refund(99_900));
      await refund(100);
      return token;
    },
    "refund refused, then made",
  ],
  // Not paid.
  ["Open", "€129.00 is not paid: nothing has been tried yet.", openToken(), "open"],
  ["Open", "€129.00 is not paid out: nothing has been tried yet.", openToken(payout()), "open payout"],
  ["Open", "€129.00 is not authorized: nothing has been tried yet.", openToken(HOLD), "open hold"],
  [
    "Open",
    "No card is saved: nothing has been tried yet.",
    openToken({ transaction_type: "tokenization" }),
    "open tokenization",
  ],
  [
    "Declined, open",
    "€129.00 is not paid: the last attempt was declined (Payment was declined). 2 attempts are left.",
    paid({ attempts: 3 }, DECLINED),
    "declined, attempts left",
  ],
  [
    "Declined",
    "€129.00 is not paid: declined (Insufficient funds). No attempts are left.",
    paid({}, "4000000000009995"),
    "declined",
  ],
  [
    "Declined",
    "€129.00 is not paid: declined (3-D Secure authentication failed). No attempts are left.",
    paid({}, "4012000000001014"),
    "declined by 3-D Secure",
  ],
  [
    "Declined",
    "€129.00 is not paid: declined (Payment was declined). No attempts are left.",
    async ({ sandbox, createToken }) => {
      const token = await createToken("order-7", { settings });
      await sandbox.act("pay", { order: token, method: "google_pay", outcome: "failed" });
      return token;
    },
    "declined by a wallet",
  ],
  [
    "Declined",
    "€9.90 is not paid: declined (Payment was declined). For another attempt, send another call with a new idempotency key.",
    renewed("4000000000000341"),
    "renewal declined",
  ],
  [
    "Started",
    "€129.00 is not paid yet: the customer has not answered the 3-D Secure challenge.",
    challenged,
    "challenge open",
  ],
  [
    "Pending",
    "BYN 129.00 is not paid yet: the ERIP payment is pending until the customer pays it.",
    async (opened) => (await openErip(opened)).token,
    "pending",
  ],
  [
    "Deleted",
    "BYN 129.00 is not paid: the merchant withdrew it before it was paid.",
    async (opened) => {
      const { token, uid } = await openErip(opened);
      await opened.sandbox.complete(uid, { status: "deleted" });
      return token;
    },
    "pending, then withdrawn",
  ],
  ["Expired", "€129.00 is not paid: the payment token expired.", expired(openToken()), "expired"],
  [
    "Expired",
    "€129.00 is not paid: the payment token expired after one attempt.",
    expired(paid({ attempts: 3 }, DECLINED)),
    "declined, then expired",
  ],
  [
    "Expired",
    "€129.00 is not paid: the payment token expired after one attempt.",
    expired(challenged),
    "expired during a challenge",
  ],
  [
    "Expired",
    "BYN 129.00 is not paid: the payment token expired after one attempt.",
    async (opened) => {
      const { token, uid } = await openErip(opened);
      await opened.sandbox.expire(token);
      await refused(opened.sandbox.complete(uid, { status: "successful" }));
      return token;
    },
    "expired, then paid too late",
  ],
  [
    "Refused",
    "€129.00 is not paid out: the shop did not accept the payout: the body of its answer is not a JSON object.",
    paid(payout({ verification_url })),
    "payout refused",
  ],
  // Bills.
  [
    "Pending",
    "BYN 47.50 is not paid yet: the ERIP payment is pending until the customer pays it.",
    bill({}),
    "bill",
  ],
  [
    "Deleted",
    "BYN 47.50 is not paid: the merchant withdrew it before it was paid.",
    bill({}, "deleted"),
    "bill withdrawn",
  ],
  ["Expired", "BYN 47.50 is not paid: it expired. Create a new one.", expired(bill({})), "bill expired"],
  [
    "Expired",
    "BYN 47.50 is not paid: replaced by bill 200100000002, which has the same account number.",
    async (opened) => {
      const uid = await bill({})(opened);
      await bill({ order_id: "200100000002" })(opened);
      return uid;
    },
    "bill replaced",
  ],
  [
    "Opened bill",
    "BYN 47.50 is not paid yet: a customer has opened the bill, and for 30 minutes no other customer can pay it.",
    async (opened) => {
      const uid = await bill({})(opened);
      await postForm(opened.sandbox, `/process/${uid}`, { action: "open" });
      return uid;
    },
    "bill opened",
  ],
  ["Standing bill", `BYN 47.50 is not paid yet. ${ANY_TIME}`, bill({ permanent: true }), "permanent bill"],
  [
    "Standing bill",
    `Paid BYN 47.50. BYN 95.00 was paid in all. ${ANY_TIME}`,
    bill({ permanent: true }, "successful", "failed", "successful"),
    "permanent bill, paid twice",
  ],
  [
    "Standing bill",
    `The payment of BYN 47.50 was declined (The payment was not confirmed by the customer). BYN 47.50 was paid. ${ANY_TIME}`,
    bill({ permanent: true }, "successful", "failed"),
    "permanent bill, paid, then declined",
  ],
];
