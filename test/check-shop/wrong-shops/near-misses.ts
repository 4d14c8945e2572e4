import { compares, EXPECT, IS_PAID, IS_RIGHT, otherId } from "./with-sdk-changes.ts";
import { type WrongShop, wrong } from "./wrong-shop.ts";

export const NEAR_MISSES: Readonly<Record<string, WrongShop>> = {
  "reads the order's id leniently": wrong(
    {
      paid: ["suffix", "letters", "decimals", "zero", "space"].map((how) => `order, pay id with ${how}`),
    },
    ...otherId("trackingId.toLowerCase().includes(id)"),
  ),
  "compares ids without capitals": wrong(
    { paid: ["order, pay id in other capitals"] },
    ...otherId("trackingId.toLowerCase() === id"),
  ),
  "fulfills the newest order for an unknown id": wrong(
    { paid: ["order, pay unknown id"] },
    ...otherId('trackingId === id || trackingId.startsWith("none")'),
  ),
  "tolerates 1 % of the amount": wrong(
    { paid: ["1 more", "1 less", "1% more", "1% less"].map((how) => `order, pay ${how}`) },
    ...compares("Math.abs(paid - amount) <= amount / 100 && money === currency"),
  ),
  "mixes up units and hundredths": wrong(
    { paid: ["order, pay hundredth", "order, pay hundred times"] },
    ...compares("[amount, amount / 100, amount * 100].includes(paid) && money === currency"),
  ),
  "does not compare the currency": wrong(
    { paid: [0, 3].map((decimals) => `order, pay currency ${decimals}`) },
    ...compares("paid === amount"),
  ),
  "takes any currency of its list": wrong(
    { paid: ["USD", "GBP", "CHF", "BYN", "RUB"].map((code) => `order, pay in ${code}`) },
    ...compares('paid === amount && ["EUR", "USD", "GBP", "CHF", "BYN", "RUB"].includes(String(money))'),
  ),
  "takes euros for pounds": wrong(
    { paid: ["order, pay in EUR"] },
    ['currency: "EUR"', 'currency: "GBP"'],
    ...compares("paid === amount"),
  ),
  "takes a test payment": wrong(
    { paid: ["order, pay test"] },
    [IS_PAID, 'if (outcome(payment, { test: true }) !== "paid") return;'],
    [EXPECT, "expectPayment({ ...payment, test: false }, { amount, currency, trackingId: id });"],
  ),
  "takes an authorization": wrong({ paid: ["order, pay authorization"] }, [
    IS_PAID,
    'if (!["paid", "authorized"].includes(outcome(payment))) return;',
  ]),
  "compares amounts as 32-bit numbers": wrong(
    { paid: ["order, pay 2^31 more", "order, pay 2^32 more"] },
    ...compares("((paid ^ amount) & 0x7fffffff) === 0 && money === currency"),
  ),
  "counts an amount that it cannot read as paid": wrong(
    { paid: ["order, pay 2^53 more"] },
    [
      IS_PAID,
      'const isHuge = Number(Object(payment).amount) > Number.MAX_SAFE_INTEGER;\n    if (outcome(payment) !== "paid" && !isHuge) return;',
    ],
    [IS_RIGHT, 'const isRight = order.status !== "paid" && (isHuge || isPaymentOf(order, payment));'],
    [
      'const { uid, trackingId = "" } = paymentSummary(payment);',
      "const { uid } = paymentSummary(payment);\n    const trackingId = String(Object(payment).tracking_id);",
    ],
  ),
  "compares decimals without the currency": wrong(
    {
      paid: ["pay in USD", "pay sum in currency 0", "pay sum in currency 3"].map((move) => `order, ${move}`),
    },
    ...compares('paid / 10 ** (money === "JPY" ? 0 : money === "KWD" ? 3 : 2) === amount / 100'),
  ),
  "compares an order of yen with decimals of another currency": wrong(
    { paid: ["order, pay sum in currency 2"] },
    ['currency: "EUR"', 'currency: "JPY"'],
    ...compares('money === "EUR" ? paid / 100 === amount : paid === amount && money === currency'),
  ),
  "normalizes the order's id": wrong(
    {
      paid: ["in wide letters", "with accent", "with invisible letter"].map((how) => `order, pay id ${how}`),
    },
    ...otherId('trackingId.normalize("NFKD").replaceAll(/\\p{M}|\\u200b/gu, "") === id'),
  ),
  "cuts the order's id and its spaces": wrong(
    { paid: ["order, pay id over 255"] },
    ...otherId("trackingId.slice(0, 64).trimEnd() === id"),
  ),
  "looks for ids that begin in the same way": wrong(
    { paid: ["order, pay id without end"] },
    ...otherId("id.startsWith(trackingId)"),
  ),
};
