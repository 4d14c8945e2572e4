/** What the document refuses beyond the values of each field, which `conformance` has. */
import { describe, expect, test } from "vitest";
import { PaymentsClient, ValidationError } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { newBill, newRefund, rejection } from "../client/calls.ts";
import { completeCheckoutSent, completeProductSent } from "../models/complete-params.ts";
import { aCheckout, aProductSent, having } from "../models/params.ts";
import { problemsOf } from "./validate.ts";

test.each<[string, Record<string, unknown>, object]>([
  ["ProductCreateParams", { amount: 12900 }, aProductSent],
  ["ProductCreateParams", { quantity: 40 }, aProductSent],
  ["ProductCreateParams", { expired_at: "2027-01-01T00:00:00" }, aProductSent],
  ["ProductCreateParams", { expired_at: "2027-01-01T00:00:00Z" }, aProductSent],
  ["ProductCreateParams", { language: undefined }, aProductSent],
  ["ProductCreateParams", { language: "" }, aProductSent],
  ["ProductUpdateParams", { amount: 1 }, completeProductSent],
  ["RefundParams", { amount: "2900" }, newRefund],
  ["RefundParams", { parent_uid: "" }, newRefund],
  ["CheckoutCreateParams", { "order.amount": "12900" }, completeCheckoutSent],
  ["CheckoutCreateParams", { "order.additional_data.cart.positions.0.amount": -1e16 }, completeCheckoutSent],
  ["CheckoutCreateParams", { settings: "" }, completeCheckoutSent],
])("valid %s are invalid with %j", (component, wrong, valid) => {
  expect(problemsOf(component, valid)).toStrictEqual([]);
  const body = JSON.parse(JSON.stringify(having(valid, wrong)));
  expect(problemsOf(component, body)).not.toStrictEqual([]);
});

test.each<[string, string, object, string, unknown]>([
  ["/transactions/refunds", "RefundParams", newRefund, "reason", 1.5],
  ["/beyag/payments", "BillCreateParams", newBill, "language", 7],
])(
  "the sandbox refuses what the document refuses: %s, %s with %j and a %s of %j",
  async (path, component, params, field, wrong) => {
    const request = { ...params, [field]: wrong };
    expect(problemsOf(component, request)).not.toStrictEqual([]);
    const { clientOptions } = new Sandbox();
    const sent = new PaymentsClient(clientOptions).request("POST", path, { body: { request } });
    const { response, errors } = await rejection(sent, ValidationError);
    expect(response.status).toBe(422);
    expect(errors).toHaveProperty(field);
  },
);

test("a payment token request may have empty optional fields, numeric seconds and undocumented fields", () => {
  const nothing = { customer: null, attempts: null, "settings.fail_url": "" };
  for (const seconds of ["", 3]) {
    const fields = { ...nothing, "settings.auto_return": seconds, "order.x_note": { y: 1 } };
    expect(problemsOf("CheckoutCreateParams", having(aCheckout, fields))).toStrictEqual([]);
  }
});

describe("an update is invalid exactly if the sandbox refuses it for every product", () => {
  const { fetch, baseUrl, shopId, secretKey } = new Sandbox().clientOptions;
  const authorization = `Basic ${btoa(`${shopId}:${secretKey}`)}`;
  const headers = { "content-type": "application/json", authorization };
  const send = (path: string, method: string, body: object): Promise<Response> =>
    fetch(`${baseUrl}/products${path}`, { method, headers, body: JSON.stringify(body) });

  const PRODUCTS = [
    aProductSent,
    { ...aProductSent, quantity: "", infinite: true },
    { ...aProductSent, expired_at: "", immortal: true },
  ];

  const combined = (field: string, value: string, unless: string) =>
    [{}, { [field]: "" }, { [field]: null }, { [field]: value }].flatMap((one) =>
      [{}, { [unless]: true }, { [unless]: false }, { [unless]: null }].map((two) => ({ ...one, ...two })),
    );

  test.each([
    ...combined("quantity", "4", "infinite"),
    ...combined("expired_at", "2028-01-01T00:00:00+00:00", "immortal"),
    ...[{ language: "" }, { language: null }, { name: "" }, { amount: "" }, { currency: null }],
  ])("%j", async (changes) => {
    const statuses: number[] = [];
    for (const product of PRODUCTS) {
      const { id }: { id: string } = JSON.parse(await (await send("", "POST", product)).text());
      statuses.push((await send(`/${id}`, "PUT", changes)).status);
    }
    const isValid = problemsOf("ProductUpdateParams", changes).length === 0;
    expect(statuses.includes(204), statuses.join()).toBe(isValid);
  });
});
