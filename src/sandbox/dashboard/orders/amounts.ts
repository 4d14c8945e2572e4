import type { Transaction } from "../../../api/transactions/transaction.ts";
import { formatAmount } from "../../format-amount.ts";
import type { Store } from "../../gateway/records/store.ts";
import { takenOf } from "../../gateway/transactions/follow-up-rules.ts";
import type { Order } from "./orders.ts";

/** What happened to the amount of an order. */
export interface Amounts {
  readonly captured: number;
  readonly voided: number;
  readonly refunded: number;
  readonly whole: number;
}

/** What happened to the amount of the last attempt. */
export const amountsOf = (order: Order, latest: Transaction, store: Store): Amounts => {
  const sumOf = (type: "capture" | "void" | "refund") =>
    order.transactions.reduce((sum, record) => sum + takenOf(record, type, store), 0);
  return {
    captured: sumOf("capture"),
    voided: sumOf("void"),
    refunded: sumOf("refund"),
    whole: Number(latest.amount),
  };
};

const money = (amount: number, { currency }: Transaction): string => formatAmount(amount, currency, "en");

/** What was done with a part of the amount: `€20.00 captured, €109.00 held`. */
export const amountsText = (latest: Transaction, { captured, voided, refunded, whole }: Amounts): string => {
  const isHold = latest.type === "authorization";
  const rest = isHold ? whole - captured - voided : whole - refunded;
  const listed: readonly (readonly [number, string])[] = [
    [captured, "captured"],
    [voided, "voided"],
    [refunded, "refunded"],
    [rest, isHold ? "held" : "not refunded"],
  ];
  return listed
    .filter(([amount]) => amount > 0)
    .map(([amount, what]) => `${money(amount, latest)} ${what}`)
    .join(", ");
};
