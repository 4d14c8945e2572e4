/** In this folder: mistakes of shops, each with the stories that show it. */

/** Mistakes in the right shop that sells by bills and by payment links. */
import type { Change } from "../open-changed-shop.ts";
import { KINDS, type Kind } from "../shops/bills.ts";
import { AFTER, changesOf, type WrongShop } from "./wrong-shop.ts";

const selling = (kind: Kind) => changesOf({ file: "bills", index: KINDS.indexOf(kind) });

const FINDS = 'return this.sales.get(summary.uid ?? "") ?? (order && { ...order, paidBy: null });';
const MARKS = "if (order.paidBy === null) order.paidBy = uid;";

/** Searches the payments of a permanent bill by their tracking_id. */
const findsLost = (taken: string): readonly Change[] => [
  [
    "for (const refund of this.refunds.values()) await",
    `for (const order of this.orders.values()) {
      if (!isSoldOften(this.kind)) continue;
      const { transactions } = await this.payments.request<{ transactions: Transaction[] }>(
        "GET",
        \`/beyag/transactions/tracking_id/\${order.id}\`,
      );
      for (const payment of ${taken}) await handlePayment(this, payment);
    }
    for (const refund of this.refunds.values()) await`,
  ],
];

export const BILLS: Readonly<Record<string, WrongShop>> = {
  "sends goods when a customer opens the bill": selling("bill")({ paid: ["order, pend, deliver"] }, [
    "otherwise(): void {}",
    'otherwise({ outcome: what, order }: { outcome: string; order?: Order }): void {\n    if (what === "pending" && order) order.paidBy = "-";\n  }',
  ]),
  "sends the refund of a bill to the path of cards": selling("bill")(
    { refund: [`${AFTER}, refund`] },
    [
      'const base = isBill ? "/beyag/transactions" : "/transactions";',
      'const base = isBill ? "/transactions" : "/beyag/transactions";',
    ],
    [
      'refund.state = error instanceof ValidationError ? "declined" : "open";\n        throw error;',
      'refund.state = "done";\n        throw error;',
    ],
    ["await this.send(refund);", "await this.send(refund).catch(() => undefined);"],
  ),
  "books each repeat of a payment of a permanent bill": selling("permanent bill")(
    { once: [`${AFTER}, repeat`] },
    [FINDS, "return order && summary && { ...order, paidBy: this.isNew ? null : summary.uid ?? null };"],
    ["readonly reviews =", "isNew = true;\n  readonly reviews ="],
    [MARKS, "this.isNew = false;\n    setTimeout(() => (this.isNew = true));"],
    ["this.sales.set(uid, order);", "this.sales.set(crypto.randomUUID(), { ...order, paidBy: uid });"],
  ),
  "takes one of several lost payments of a bill": selling("permanent bill")(
    { fulfilled: ["order, pay, pay, pay, job"] },
    ...findsLost("transactions.slice(0, 1)"),
  ),
  "sells by a link at any price": selling("open link")({ paid: ["order, pay 1 less"] }, [
    FINDS,
    'return this.sales.get(summary.uid ?? "") ?? (order && { ...order, amount: summary.amount ?? 0, paidBy: null });',
  ]),
  "sells a link with one piece twice": selling("link")(
    { others: [`${AFTER}, pay again`] },
    [
      "if (!isSoldOften(this.kind)) return order;",
      'if (order) order.paidBy = null;\n    if (order && this.marked.has(summary.uid ?? "")) order.paidBy = summary.uid ?? null;\n    if (!isSoldOften(this.kind)) return order;',
    ],
    [MARKS, "this.marked.add(uid);\n    order.paidBy = uid;"],
    ["readonly reviews =", "readonly marked = new Set<string>();\n  readonly reviews ="],
  ),
};
