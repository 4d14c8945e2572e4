import { type ApiOperation, type OperationRow, rowOf } from "../../../api/operations.ts";

/** A call that both gateways get. */
export interface ApiStep extends Pick<OperationRow, "method" | "host" | "path"> {
  /** The description of the call. `--save` uses it as the file's name. */
  readonly name: string;
  /** Names in braces, here and in the path, are values of the run or of earlier steps. */
  readonly body?: unknown;
  /** A value for later steps, as a name in braces and a path in the response. */
  readonly gives?: readonly [name: string, ...path: string[]] | undefined;
  /** Whether the call uses a wrong secret key. */
  readonly isStranger: boolean;
}

const WRONG_KEY = "wrong key";

const step = (
  operation: ApiOperation,
  what?: string,
  params?: object,
  [name, field]: readonly string[] = [],
  idIn = "unknown_id",
): ApiStep => {
  const { method, host, path, bodyKey, key } = rowOf(operation);
  const isUnknown = what !== undefined && !what.startsWith("refused");
  return {
    name: what === undefined ? operation : `${operation}: ${what}`,
    method,
    host,
    path: isUnknown ? path.replace(/\{\w+\}/, `{${idIn}}`) : path,
    body: params && (bodyKey === undefined ? params : { [bodyKey]: params }),
    gives: name && field ? [name, ...(key === undefined ? [] : [key]), field] : undefined,
    isStranger: what === WRONG_KEY,
  };
};

const text = "payments-client check";

const product = {
  name: text,
  description: text,
  currency: "{currency}",
  amount: "100",
  quantity: "1",
  language: "en",
  test: true,
  expired_at: "{expired_at}",
};

const token = {
  transaction_type: "payment",
  test: true,
  order: {
    amount: 100,
    currency: "{currency}",
    description: text,
    tracking_id: "{tracking_id}",
    expired_at: "{expired_at}",
  },
};

const settings = { return_url: "https://shop.example/return", language: "en" };
const customer = { email: "kim@example.com", first_name: "Kim" };
const wrong = { settings: { fail_url: "not a URL" }, payment_method: { types: "credit_card" } };

const payment = {
  amount: 100,
  currency: "{currency}",
  description: text,
  tracking_id: "{tracking_id}",
  test: true,
  duplicate_check: false,
};

const ofUnknown = { parent_uid: "{unknown_id}", amount: 100 };

/** Creates only products and tokens with `test: true`. Other calls have unknown ids or invalid bodies. */
export const STEPS: readonly ApiStep[] = [
  step("products.create", undefined, product, ["product_id", "id"]),
  step("products.get"),
  step("products.list"),
  step("products.update", undefined, { amount: "200" }),
  step("products.create", "refused", { ...product, currency: "EURO", amount: "-1" }),
  step("products.update", "refused", { currency: "EURO" }),
  step("products.get", "unknown id"),
  step("products.update", "unknown id", { amount: "200" }),
  step("products.list", WRONG_KEY),
  step("bills.get", "unknown id"),
  step("bills.delete", "unknown id"),
  step("checkouts.create", undefined, { ...token, settings, customer }, ["token", "token"]),
  step("checkouts.get"),
  step("checkouts.create", "refused", { ...token, ...wrong }),
  step("checkouts.get", "unknown token"),
  step("checkouts.get", WRONG_KEY),
  step("transactions.get", "unknown uid"),
  step("transactions.findByTrackingId", "unknown id"),
  step("transactions.pay", "refused", { ...payment, amount: 0, credit_card: { token: "{unknown_id}" } }),
  step("transactions.capture", "unknown uid", ofUnknown),
  step("transactions.void", "unknown uid", ofUnknown),
  step("transactions.refund", "unknown uid", { ...ofUnknown, reason: text }),
  step("transactions.get", WRONG_KEY),
];

/** The step that makes a payment. The response shows whether the token belongs to a test card. */
export const PAY = "transactions.pay";

const refund = { parent_uid: "{uid}", amount: 100, reason: text };

/** Steps that require the token of a test card. */
export const TEST_CARD_STEPS: readonly ApiStep[] = [
  step(PAY, undefined, { ...payment, credit_card: { token: "{card_token}" } }, ["uid", "uid"]),
  step("transactions.get"),
  step("transactions.findByTrackingId"),
  step("transactions.refund", undefined, refund, ["refund_uid", "uid"]),
  step("transactions.get", "refund", undefined, [], "refund_uid"),
];
