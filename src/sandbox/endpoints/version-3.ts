import { meaningOf, type StatusMeaning } from "../../api/statuses.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import { isRecord } from "../../shared/values.ts";
import { sectionOf } from "../gateway/input/section.ts";

/** The code of a transaction without one, which version 3 requires, and its text. Source: a public client. */
const CODES: Readonly<Record<StatusMeaning, readonly [code: string, text: string]>> = {
  successful: ["S.0000", "The operation is successfully processed."],
  failed: ["F.0999", "The transaction could not be completed."],
  expired: ["F.0999", "The transaction could not be completed."],
  pending: ["P.9998", "Incomplete transaction"],
};

/**
 * A transaction in an answer of version 3: without a key around it, its method in `payment_method`, and the bank's answer
 * in `transaction`. Source: gateway documentation, "API version 3".
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

/** The body of an answer of version 3, which documents a single transaction. Others have the form of version 2. */
export const toVersion3 = (key: string | undefined, result: unknown): unknown => {
  if (key === undefined) return result;
  if (Array.isArray(result)) return { [key]: result.map((one) => (isTransaction(one) ? toFlat(one) : one)) };
  return isTransaction(result) ? toFlat(result) : { [key]: result };
};
