import type { OrderKindName } from "../../../src/sandbox/explain/order-kinds.ts";
import { LIBRARY_BILL } from "../library-bill.ts";
import { DECLINED } from "../open-gateway.ts";
import { openChallenge, postForm } from "../raw-call.ts";
import { erip, type openDashboard, settings } from "./open-dashboard.ts";

export const verification_url = "https://shop.example/verify";

export type Opened = Awaited<ReturnType<typeof openDashboard>>;

/** Kinds of a status that only saved states have. */
export type SavedOnly = "auto_created" | "error" | "unknown";

/** Makes an order. @returns its token, or its uid without one. */
type Make = (opened: Opened) => Promise<string>;

/** Pays an order by a card, which is accepted by default. */
export const pay = async ({ sandbox, createToken }: Opened, more = {}, card?: string) => {
  const token = await createToken("order-7", { settings, ...more });
  const { uid } = await sandbox.pay(token, { card });
  return { token, uid };
};

type Step = readonly [way: "capture" | "void" | "refund" | "chargeBack", amount: number];

/** Makes an order of this type, pays it, and then follows it up. A step after a capture follows the capture. */
const followed =
  (transaction_type: "payment" | "authorization", ...steps: readonly Step[]) =>
  async (opened: Opened): Promise<string> => {
    const { sandbox, payments } = opened;
    const { token, uid } = await pay(opened, { transaction_type });
    let captured = uid;
    for (const [way, amount] of steps) {
      const params = { parent_uid: way === "void" ? uid : captured, amount, reason: "Broken" };
      if (way === "chargeBack") await sandbox.chargeBack(captured, { amount });
      else {
        const made = await payments.transactions[way](params);
        if (way === "capture") captured = made.uid;
      }
    }
    await sandbox.idle();
    return token;
  };

const openErip = async ({ sandbox, createToken }: Opened) => {
  const token = await createToken("order-7", { settings, ...erip });
  const { uid } = await sandbox.pay(token, { method: "erip" });
  return { token, uid };
};

export const payout = (url = {}) => ({ transaction_type: "payout", settings: { ...settings, ...url } });

const BILL = { ...LIBRARY_BILL, amount: 12_900, notification_url: "https://shop.example/notify" };

/** Orders of each kind, by the beginning of the sentence that a merchant reads on their page. */
export const SEEDS: Readonly<Record<Exclude<OrderKindName, SavedOnly>, Readonly<Record<string, Make>>>> = {
  open: {
    "Not paid: nothing has been tried yet. Pay, or open the payment page.": ({ createToken }) =>
      createToken("order-7", { settings }),
    "Not paid out: nothing has been tried yet. Pay out, or open the payment page.": ({ createToken }) =>
      createToken("order-7", payout()),
    "Nothing is held: nothing has been tried yet. Authorize, or open the payment page.": ({ createToken }) =>
      createToken("order-7", { transaction_type: "authorization" }),
    "No card is saved: nothing has been tried yet. Save a card, or open the payment page.": ({
      createToken,
    }) => createToken("order-7", { transaction_type: "tokenization" }),
  },
  retry: {
    "Not paid: the last attempt was declined (Payment was declined). 2 attempts are left. Pay, or open":
      async (opened) => (await pay(opened, { attempts: 3 }, DECLINED)).token,
  },
  failed: {
    "Not paid: declined (Insufficient funds). No attempts are left. Create it again with a new token.":
      async (opened) => (await pay(opened, {}, "4000000000009995")).token,
    "Not paid: declined (Payment was declined). For another attempt, send another call with a new idempotency key.":
      async (opened) => {
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
  incomplete: {
    "Not paid yet: the customer has not answered the 3-D Secure challenge. Complete it, or let it Fail.":
      async ({ sandbox, createToken }) => {
        const token = await createToken("order-7", { settings });
        await openChallenge(sandbox, token);
        return token;
      },
  },
  pending: {
    "Not paid yet: the ERIP payment is pending until the customer pays it. Complete it, or let it Fail.":
      async (opened) => (await openErip(opened)).token,
    "Not paid yet: the ERIP payment is pending until the customer pays it. Complete it, or let it Fail":
      async ({ payments }) => (await payments.bills.create(BILL)).uid,
  },
  deleted: {
    "Not paid: the merchant withdrew it before it was paid.": async (opened) => {
      const { token, uid } = await openErip(opened);
      await opened.sandbox.complete(uid, { status: "deleted" });
      return token;
    },
    "Not paid: the merchant withdrew it before it was paid": async ({ payments }) => {
      const { uid } = await payments.bills.create(BILL);
      await payments.bills.delete(uid);
      return uid;
    },
  },
  expired: {
    "Not paid: the payment token expired. Create it again with a new token.": async ({
      sandbox,
      createToken,
    }) => {
      const token = await createToken("order-7", { settings });
      await sandbox.expire(token);
      return token;
    },
    "Not paid: the payment token expired after one attempt. Create it again with a new token.": async (
      opened,
    ) => {
      const { token } = await pay(opened, { attempts: 2 }, DECLINED);
      await opened.sandbox.expire(token);
      return token;
    },
    "Not paid: it expired. Create a new one.": async ({ payments, sandbox }) => {
      const { uid } = await payments.bills.create(BILL);
      await sandbox.expire(uid);
      return uid;
    },
  },
  paid: {
    "Paid. The shop answered 200 to the notification (paid). The local gateway cannot see whether it saved that":
      async (opened) => (await pay(opened)).token,
    "Paid. The shop answered 200 to the notification (paid).": async (opened) => {
      const { token } = await pay(opened, { attempts: 2 }, DECLINED);
      await opened.sandbox.pay(token);
      return token;
    },
    "Paid. The shop answered 200 to the notification (paid)": async ({ payments, post }) => {
      const { uid } = await payments.bills.create(BILL);
      await post("pay", { order: uid });
      return uid;
    },
  },
  partRefunded: {
    "Paid, and refunded in part: €12.00 refunded, €117.00 not refunded. The shop answered 200 to the notification (refund €12.00)":
      followed("payment", ["refund", 1200]),
  },
  chargedBack: {
    "A bank took money back: €129.00 charged back. The shop answered 200 to the notification (chargeback €129.00)":
      followed("payment", ["chargeBack", 12_900]),
  },
  partChargedBack: {
    "A bank took money back: €20.00 charged back, €109.00 not": followed("payment", ["chargeBack", 2000]),
    "A bank took money back: €129.00 captured, €10.00 charged back.": followed(
      "authorization",
      ["capture", 12_900],
      ["chargeBack", 1000],
    ),
  },
  refunded: {
    "Refunded: €129.00 refunded. The shop answered 200": followed("payment", ["refund", 12_900]),
    "Refunded: €29.00 captured, €29.00 refunded, €100.00 held. The shop answered 200": followed(
      "authorization",
      ["capture", 2900],
      ["refund", 2900],
    ),
  },
  authorized: {
    "Not paid yet: €129.00 held. The shop answered 200": followed("authorization"),
    "Not paid yet: €29.00 voided, €100.00 held. The shop": followed("authorization", ["void", 2900]),
  },
  partCaptured: {
    "Paid in part: €29.00 captured, €100.00 held. The shop": followed("authorization", ["capture", 2900]),
  },
  captured: {
    "Paid: €129.00 captured. The shop answered 200": followed("authorization", ["capture", 12_900]),
    "Paid: €29.00 captured, €100.00 voided. The shop answered 200": followed(
      "authorization",
      ["capture", 2900],
      ["void", 10_000],
    ),
  },
  voided: { "Voided: the hold was released. The shop": followed("authorization", ["void", 12_900]) },
  paidOut: { "Paid out. The shop answered 200": async (opened) => (await pay(opened, payout())).token },
  saved: {
    "The card is saved, and no money moved. The shop answered 200": async (opened) =>
      (await pay(opened, { transaction_type: "tokenization" })).token,
  },
  refusedPayout: {
    "Not paid out: the shop did not accept the payout: the body of its answer is not a JSON object.": async (
      opened,
    ) => (await pay(opened, payout({ verification_url }))).token,
  },
  start: {
    "Not paid yet: a customer has opened the bill, and for 30 minutes no other customer can pay it. Complete it":
      async ({ sandbox, payments }) => {
        const { uid } = await payments.bills.create(BILL);
        await postForm(sandbox, `/process/${uid}`, { action: "open" });
        return uid;
      },
  },
  permanent: {
    "each time by its own transaction. It was not paid yet. Complete one payment of it.": async ({
      payments,
    }) => (await payments.bills.create({ ...BILL, permanent: true })).uid,
    "each time by its own transaction. It was paid 2 times: BYN 258.00. Complete one payment of it.": async ({
      payments,
      sandbox,
    }) => {
      const { uid } = await payments.bills.create({ ...BILL, permanent: true });
      for (const status of ["successful", "failed", "successful"] as const)
        await sandbox.complete(uid, { status });
      return uid;
    },
  },
};
