import type { Transaction } from "../../api/transactions/transaction.ts";
import { brandName } from "../gateway/cards/test-cards.ts";
import { methodRow } from "../gateway/methods/methods.ts";
import type { TransactionRecord } from "../gateway/orders/order.ts";
import { statusRow } from "../gateway/payments/status-rows.ts";

/** The words for successful transactions. Default: `Paid`. */
const SUCCESS_WORDS: Readonly<Record<string, string>> = {
  authorization: "Authorized",
  capture: "Captured",
  chargeback: "Charged back",
  credit: "Paid out",
  payout: "Paid out",
  tokenization: "Saved",
  refund: "Refunded",
  void: "Voided",
};

export const wordOf = ({ type, status }: Transaction): string => {
  const { word = String(status) } = statusRow(status) ?? {};
  return status === "successful" ? (SUCCESS_WORDS[type ?? ""] ?? word) : word;
};

/** Returns the payment method, such as `Visa …0000` or `ERIP`. */
export const methodOf = ({ credit_card: card, payment_method_type: method }: Transaction): string =>
  card ? `${brandName(card.brand ?? "card")} …${card.last_4 ?? ""}` : methodRow(method ?? "").name;

/** Returns the reason of a decline, such as `Insufficient funds, code F.0051, as planned`. */
export const reasonOf = ({
  transaction: { message, code },
  isPlanned,
}: Pick<TransactionRecord, "transaction" | "isPlanned">): string =>
  [
    message ?? "without a reason",
    ...(code ? [`code ${code}`] : []),
    ...(isPlanned ? ["as planned"] : []),
  ].join(", ");
