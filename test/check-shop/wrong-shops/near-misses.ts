import { compares, EXPECT, IS_PAID, IS_RIGHT, otherId } from "./with-sdk-changes.ts";
import { ONLY_PAID, type WrongShop } from "./wrong-shop.ts";

export const NEAR_MISSES: Readonly<Record<string, WrongShop>> = {
  "reads the order's id leniently": {
    changes: otherId("trackingId.toLowerCase().includes(id)"),
    breaks: {
      [ONLY_PAID]: ["suffix", "letters", "decimals", "zero", "space"].map(
        (how) => `order, pay id with ${how}`,
      ),
    },
  },
  "compares ids without capitals": {
    changes: otherId("trackingId.toLowerCase() === id"),
    breaks: { [ONLY_PAID]: ["order, pay id in other capitals"] },
  },
  "fulfills the newest order for an unknown id": {
    changes: otherId('trackingId === id || trackingId.startsWith("none")'),
    breaks: { [ONLY_PAID]: ["order, pay unknown id"] },
  },
  "tolerates 1 % of the amount": {
    changes: compares("Math.abs(paid - amount) <= amount / 100 && money === currency"),
    breaks: { [ONLY_PAID]: ["1 more", "1 less", "1% more", "1% less"].map((how) => `order, pay ${how}`) },
  },
  "mixes up units and hundredths": {
    changes: compares("[amount, amount / 100, amount * 100].includes(paid) && money === currency"),
    breaks: { [ONLY_PAID]: ["order, pay hundredth", "order, pay hundred times"] },
  },
  "does not compare the currency": {
    changes: compares("paid === amount"),
    breaks: { [ONLY_PAID]: [0, 2, 3].map((decimals) => `order, pay currency ${decimals}`) },
  },
  "takes a test payment": {
    changes: [
      [IS_PAID, 'if (outcome(payment, { test: true }) !== "paid") return;'],
      [EXPECT, "expectPayment({ ...payment, test: false }, { amount, currency, trackingId: id });"],
    ],
    breaks: { [ONLY_PAID]: ["order, pay test"] },
  },
  "takes an authorization": {
    changes: [[IS_PAID, 'if (!["paid", "authorized"].includes(outcome(payment))) return;']],
    breaks: { [ONLY_PAID]: ["order, pay authorization"] },
  },
  "compares amounts as 32-bit numbers": {
    changes: compares("((paid ^ amount) & 0x7fffffff) === 0 && money === currency"),
    breaks: { [ONLY_PAID]: ["order, pay 2^31 more", "order, pay 2^32 more"] },
  },
  "counts an amount that it cannot read as paid": {
    changes: [
      [
        IS_PAID,
        'const isHuge = Number(Object(payment).amount) > Number.MAX_SAFE_INTEGER;\n    if (outcome(payment) !== "paid" && !isHuge) return;',
      ],
      [IS_RIGHT, 'const isRight = order.status !== "paid" && (isHuge || isPaymentOf(order, payment));'],
      [
        'const { uid, trackingId = "" } = paymentSummary(payment);',
        "const { uid } = paymentSummary(payment);\n    const trackingId = String(Object(payment).tracking_id);",
      ],
    ],
    breaks: { [ONLY_PAID]: ["order, pay 2^53 more"] },
  },
  "compares decimals without the currency": {
    changes: compares('paid / 10 ** (money === "JPY" ? 0 : money === "KWD" ? 3 : 2) === amount / 100'),
    breaks: {
      [ONLY_PAID]: ["pay currency 2", "pay sum in currency 0", "pay sum in currency 3"].map(
        (move) => `order, ${move}`,
      ),
    },
  },
  "compares an order of yen with decimals of another currency": {
    changes: [
      ['currency: "EUR",', 'currency: "JPY",'],
      ...compares('money === "EUR" ? paid / 100 === amount : paid === amount && money === currency'),
    ],
    breaks: { [ONLY_PAID]: ["order, pay sum in currency 2"] },
  },
  "normalizes the order's id": {
    changes: otherId('trackingId.normalize("NFKD").replaceAll(/\\p{M}|\\u200b/gu, "") === id'),
    breaks: {
      [ONLY_PAID]: ["in wide letters", "with accent", "with invisible letter"].map(
        (how) => `order, pay id ${how}`,
      ),
    },
  },
  "cuts the order's id and its spaces": {
    changes: otherId(
      "[32, 64, 255].some((length) => trackingId.slice(0, length).trimEnd() === id.slice(0, length))",
    ),
    breaks: { [ONLY_PAID]: [32, 64, 255].map((length) => `order, pay id over ${length}`) },
  },
  "looks for ids that begin in the same way": {
    changes: otherId("id.startsWith(trackingId)"),
    breaks: { [ONLY_PAID]: ["order, pay id without end"] },
  },
};
