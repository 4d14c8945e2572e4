import { statusRow } from "../../../api/statuses.ts";
import type { Transaction } from "../../../api/transactions/transaction.ts";

/** What a successful transaction did, where that is not `Paid`. */
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

export const reasonOf = ({ message, code }: Transaction): string =>
  [message ?? "without a reason", ...(code ? [`code ${code}`] : [])].join(", ");
