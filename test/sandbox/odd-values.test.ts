import { beforeAll, expect, test } from "vitest";
import { Sandbox, type SandboxState } from "../../src/sandbox/index.ts";
import { completeCharge, completeCheckout, completeProduct } from "../models/complete-params.ts";
import { having, pathsOf } from "../models/params.ts";
import { savedState } from "./open-gateway.ts";
import { postForm, rawCall } from "./raw-call.ts";

/** What JSON can have and code cannot turn into a text or a number. */
const TEXTLESS = { toString: null, valueOf: null };

const ODD: readonly unknown[] = [42, [TEXTLESS], TEXTLESS];

const order = { amount: 100, currency: "EUR", description: "Annual pass" };
const card = { number: "4200000000000000", holder: "KIM", exp_month: "12", exp_year: "2049" };

let empty: SandboxState;
beforeAll(async () => {
  empty = await new Sandbox().state();
});

const payment = { ...order, test: true, duplicate_check: false, credit_card: card };
const product = { name: "Pass", ...order, infinite: true, immortal: true };

/** The fields of a section that the client's types do not have, since gateways document them elsewhere. */
const ALSO = ["undocumented", "additional_data.vendor.token", "additional_data.recipient.expected_bank_code"];
const CARD = ["number", "holder", "exp_month", "exp_year", "verification_value"].map(
  (name) => `credit_card.${name}`,
);

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
  ["/transactions/payments", payment, [...pathsOf(completeCharge), ...CARD, ...ALSO]],
  ["/ctp/api/checkouts", checkout, [...pathsOf(completeCheckout), "payment_method.bank.service_no", ...ALSO]],
  ["/products", product, [...pathsOf(completeProduct), "notification_url", ...ALSO]],
  ["/transactions/refunds", { amount: 10, reason: "returned" }, ["parent_uid", "amount", "reason", ...ALSO]],
] as const) {
  const name = `whatever type a value of ${path} has, nothing breaks, and the state can be read again`;
  test(name, { timeout: 60_000 }, async () => {
    const troubles: unknown[] = [];
    for (const field of fields) {
      const found = await troublesOf(
        path,
        ODD.map((value) => having<object>(body, { [field]: value })),
      );
      if (found.length > 0) troubles.push([field, found]);
    }
    expect(troubles).toStrictEqual([]);
  });
}
