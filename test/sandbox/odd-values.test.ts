import { beforeAll, expect, test } from "vitest";
import { Sandbox, type SandboxState } from "../../src/sandbox/index.ts";
import { savedState } from "./open-gateway.ts";
import { postForm, rawCall } from "./raw-call.ts";

/** What JSON can have and code cannot turn into a text or a number. */
const TEXTLESS = { toString: null, valueOf: null };

const ODD: readonly unknown[] = [42, [TEXTLESS], TEXTLESS];

const order = { amount: 100, currency: "EUR", description: "Annual pass" };
const card = { number: "4200000000000000", holder: "KIM", exp_month: "12", exp_year: "2049" };

/** The body with another value at a path such as `order.additional_data`. */
const withValue = (body: object, path: string, value: unknown): object => {
  const [name = "", ...rest] = path.split(".");
  const inner: unknown = Object.entries(body).find(([key]) => key === name)?.[1];
  if (rest.length === 0) return { ...body, [name]: value };
  return { ...body, [name]: withValue(Object(inner ?? {}), rest.join("."), value) };
};

let empty: SandboxState;
beforeAll(async () => {
  empty = await new Sandbox().state();
});

const CUSTOMER = ["first_name", "email", "ip", "device_id", "external_id", "taxpayer_id", "birth_date"];
const BILLING = ["external_id", "address", "zip", "state", "country"];
const DATA = [
  "meta",
  "vendor",
  "vendor.token",
  "contract",
  "receipt_text",
  "cart",
  "cart.positions",
  "recipient",
  "recipient.expected_bank_code",
];
const below = (section: string, names: readonly string[]) => names.map((name) => `${section}.${name}`);

const payment = { ...order, test: true, duplicate_check: false, credit_card: card };
const product = { name: "Pass", ...order, infinite: true, immortal: true };

const PAYMENT = [
  ...["tracking_id", "language", "dynamic_billing_descriptor", "notification_url", "return_url", "test"],
  ...["customer", ...below("customer", CUSTOMER), "billing_address", ...below("billing_address", BILLING)],
  ...["additional_data", ...below("additional_data", DATA)],
  ...["amount", "currency", "description", "undocumented", "credit_card"],
  ...below("credit_card", ["number", "holder", "exp_month", "exp_year", "verification_value", "token"]),
];

const CHECKOUT = [
  ...["test", "attempts", "iframe", "dynamic_billing_descriptor", "undocumented", "order"],
  ...below("order", ["amount", "currency", "description", "tracking_id", "expired_at", "undocumented"]),
  ...["order.additional_data", ...below("order.additional_data", DATA), "order.custom_fields"],
  ...["order.custom_fields.custom_field_1", "order.custom_fields.custom_field_1.value"],
  ...["settings", ...below("settings", ["language", "button_text", "style", "customer_fields"])],
  ...below("settings", ["save_card_toggle", "another_card_toggle", "agreement", "credit_card_fields"]),
  ...["customer", ...below("customer", [...CUSTOMER, "zip", "undocumented"])],
  ...["payment_method", "payment_method.types", "payment_method.bank", "payment_method.bank.service_no"],
  ...below("payment_method.bank", ["account_number", "instruction"]),
  ...below("payment_method.erip", ["service_info", "receipt", "instruction", "account_number"]),
  ...below("payment_method.credit_card", ["token"]),
];

const PRODUCT = [
  ...["name", "description", "amount", "currency", "quantity", "language", "expired_at", "test", "infinite"],
  ...["notification_url", "success_url", "fail_url", "return_url", "visible_fields", "undocumented"],
  ...["additional_data", ...below("additional_data", DATA)],
];

const REFUND = [
  ...["tracking_id", "reason", "amount", "parent_uid", "undocumented", "additional_data"],
  ...below("additional_data", DATA),
];

const PAGES = ["/?q=a", "/", "/sandbox/calls?show=all", "/sandbox/products"];

/** What a customer does with a token. Gives the statuses of the payments. */
const visitPages = async (sandbox: Sandbox, token: string, visit: (path: string) => Promise<unknown>) => {
  const statuses: number[] = [];
  await visit(`/v2/checkout?token=${token}`);
  const entries = { number: card.number, expiry: "12/49", cvc: "123", holder: "KIM" };
  for (const method of ["credit_card", "bank"]) {
    const paid = { method, outcome: "successful", ...entries };
    statuses.push((await postForm(sandbox, `/v2/checkout?token=${token}`, paid)).status);
  }
  await visit(`/ctp/api/checkouts/${token}`);
  return statuses;
};

/** What fails with orders that have these values: a request, or reading the state again. */
async function troublesOf(path: string, bodies: readonly object[]): Promise<unknown[]> {
  const sandbox = new Sandbox({ state: empty });
  const call = rawCall(sandbox);
  const troubles: unknown[] = [];
  const visit = async (at: string, sent?: object) => {
    const { status, body, headers } = await call(sent ? "POST" : "GET", at, sent);
    if (status >= 500) troubles.push([at, status]);
    return { ...Object(body), location: headers.get("location") };
  };
  const paid = await visit("/transactions/payments", { request: { ...payment, amount: 200 } });
  const { uid } = paid.transaction;
  const root = path.startsWith("/transactions") ? "request" : "checkout";
  for (const odd of bodies) {
    const body = path === "/transactions/refunds" ? { parent_uid: uid, ...odd } : odd;
    const { id, checkout, transaction } = await visit(path, path === "/products" ? body : { [root]: body });
    const link = id && (await visit(`/products/${id}/pay`)).location;
    const token: string | null = link ? new URL(link, "http://x").searchParams.get("token") : checkout?.token;
    if (token) {
      const statuses = await visitPages(sandbox, token, visit);
      if (Math.max(...statuses) >= 500) troubles.push(["payment", statuses]);
    }
    const order = token ?? transaction?.uid;
    if (order) for (const page of ["/v2/result?token=", "/sandbox/orders/"]) await visit(page + order);
  }
  for (const page of PAGES) await visit(page);
  const state = await savedState(sandbox);
  try {
    expect(await new Sandbox({ state }).state()).toStrictEqual(state);
  } catch (error) {
    troubles.push(error);
  }
  return troubles;
}

const checkout = {
  transaction_type: "payment",
  test: true,
  order,
  payment_method: { types: ["credit_card", "bank"] },
};

for (const [path, body, fields] of [
  ["/transactions/payments", payment, PAYMENT],
  ["/ctp/api/checkouts", checkout, CHECKOUT],
  ["/products", product, PRODUCT],
  ["/transactions/refunds", { amount: 10, reason: "returned" }, REFUND],
] as const) {
  const name = `whatever type a value of ${path} has, nothing breaks, and the state can be read again`;
  test(name, { timeout: 60_000 }, async () => {
    const troubles: unknown[] = [];
    for (const field of fields) {
      const found = await troublesOf(
        path,
        ODD.map((value) => withValue(body, field, value)),
      );
      if (found.length > 0) troubles.push([field, found]);
    }
    expect(troubles).toStrictEqual([]);
  });
}
