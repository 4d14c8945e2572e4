/** Objects of a payment with one value changed or added. */
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const SUCCESSFUL = { status: "successful" };

/** Values for any field: missing, of another type, almost right, or of another meaning. */
const ODD: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 12_900, 12_900.5, 12_900.0000000001, 1e300, {}, "", " ", "1", "12900"],
  ...["12,900", "RUB", "EUR", "eur", "order-1007", "test", "Payment", "false"],
  ...["successful", "failed", "pending", "error", "deleted", "expired", "new", "incomplete"],
  ...["payment", "charge", "refund", "authorization", "swap"],
  ...[["successful"], SUCCESSFUL, [SUCCESSFUL], { status: "failed" }, { amount: 1 }],
];

/** Fields that a transaction may have, and a few that it should not have. */
const FIELDS = [
  ...["amount", "currency", "tracking_id", "uid", "test", "status", "type", "order", "expired", "finished"],
  ...["payment", "charge", "refund", "authorization", "capture", "chargeback", "payout", "tokenization"],
  ...["swap", "erip", "credit_card", "some_verification", "method_type", "transaction", "checkout"],
  ...["transaction_type", "gateway_response", "token", "payment-reversal", "Refund", "loyalty"],
];

/** The fields with each value changed, and each field added, here and in the objects that are about money. */
export function* changesOf(fields: Fields): Generator<Fields> {
  for (const field of new Set([...Object.keys(fields), ...FIELDS])) {
    for (const value of ODD) yield { ...fields, [field]: value };
    const inner = fields[field];
    if (!isFields(inner) || !FIELDS.includes(field)) continue;
    for (const changed of changesOf(inner)) yield { ...fields, [field]: changed };
  }
}
