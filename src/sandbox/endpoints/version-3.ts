import { meaningOf, type StatusMeaning } from "../../api/statuses.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import { isRecord } from "../../shared/values.ts";
import { sectionOf } from "../gateway/input/section.ts";

/** The default code of a transaction and its text, because version 3 requires a code. Source: a public client. */
const CODES: Readonly<Record<StatusMeaning, readonly [code: string, text: string]>> = {
  successful: ["S.0000", "The operation is successfully processed."],
  failed: ["F.0999", "The transaction could not be completed."],
  expired: ["F.0999", "The transaction could not be completed."],
  pending: ["P.9998", "Incomplete transaction"],
};

/**
 * Converts a transaction to version 3, with its method in `payment_method` and the bank's answer in `transaction`. Source:
 * gateway documentation, "API version 3".
 */
const toFlat = ({ status, type = "payment", ...transaction }: Transaction): Record<string, unknown> => {
  const { credit_card, payment_method_type, receipt_url, customer, billing_address, ...others } = transaction;
  const {
    id: _,
    code: given,
    friendly_message: text,
    [String(type)]: section,
    ...fields
  }: Record<string, unknown> = others;
  const { code: __, friendly_message: ___, ...bank } = sectionOf(section);
  const [code, friendlyMessage] = CODES[meaningOf(status) ?? "pending"];
  return {
    ...fields,
    type,
    status,
    code: given ?? code,
    friendly_message: text ?? friendlyMessage,
    payment_method: { payment_method_type, ...credit_card },
    customer: { ...customer, ...billing_address },
    links: { receipt_url },
    transaction: bank,
  };
};

const isTransaction = (value: unknown): value is Transaction => isRecord(value) && "uid" in value;

/** Converts an answer to version 3 if it is a single transaction. Version 3 documents no other answers. */
export const toVersion3 = (key: string | undefined, result: unknown): unknown => {
  if (key === undefined) return result;
  if (Array.isArray(result)) return { [key]: result.map((one) => (isTransaction(one) ? toFlat(one) : one)) };
  return isTransaction(result) ? toFlat(result) : { [key]: result };
};
