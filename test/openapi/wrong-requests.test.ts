/** What the document refuses beyond the values of each field, which `conformance` has. */
import { describe, expect, test } from "vitest";
import { Sandbox } from "../../src/sandbox/index.ts";
import { completeCheckoutSent, completeProductSent } from "../models/complete-params.ts";
import { aCheckout, aProductSent, having } from "../models/params.ts";
import { newRefund } from "../transport/calls.ts";
import { problemsOf } from "./validate.ts";

describe("a product is invalid", () => {
  test.each<[string, Record<string, unknown>]>([
    ["with a price that is a number", { amount: 12900 }],
    ["with a quantity that is a number", { quantity: 40 }],
    ["with an expiry without a time zone", { expired_at: "2027-01-01T00:00:00" }],
    ["with an expiry in UTC written Z", { expired_at: "2027-01-01T00:00:00Z" }],
    ["without language", { language: undefined }],
    ["with an empty language", { language: "" }],
  ])("%s", (_, wrong) => {
    expect(problemsOf("ProductCreateParams", aProductSent)).toStrictEqual([]);
    const body = JSON.parse(JSON.stringify({ ...aProductSent, ...wrong }));
    expect(problemsOf("ProductCreateParams", body)).not.toStrictEqual([]);
  });
});

describe("an update is invalid", () => {
  test.each([{}, { amount: 1 }, { infinite: true, quantity: "1" }])("%j", (body) => {
    expect(problemsOf("ProductUpdateParams", completeProductSent)).toStrictEqual([]);
    expect(problemsOf("ProductUpdateParams", body)).not.toStrictEqual([]);
  });
});

describe("an update is invalid exactly if the sandbox refuses it for every product", () => {
  const { fetch, baseUrl, shopId, secretKey } = new Sandbox().clientOptions;
  const headers = {
    "content-type": "application/json",
    authorization: `Basic ${btoa(`${shopId}:${secretKey}`)}`,
  };
  const send = (path: string, method: string, body: object): Promise<Response> =>
    fetch(`${baseUrl}/products${path}`, { method, headers, body: JSON.stringify(body) });

  const PRODUCTS = [
    aProductSent,
    { ...aProductSent, quantity: "", infinite: true },
    { ...aProductSent, expired_at: "", immortal: true },
  ];

  const combined = (field: string, value: string, unless: string) =>
    [{}, { [field]: "" }, { [field]: null }, { [field]: value }].flatMap((first) =>
      [{}, { [unless]: true }, { [unless]: false }, { [unless]: null }].map((second) => ({
        ...first,
        ...second,
      })),
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

describe("a refund is invalid", () => {
  test.each<[string, Record<string, unknown>]>([
    ["with an amount in digits", { amount: "2900" }],
    ["without parent_uid", { parent_uid: "" }],
  ])("%s", (_, wrong) => {
    expect(problemsOf("RefundParams", newRefund)).toStrictEqual([]);
    const body = JSON.parse(JSON.stringify({ ...newRefund, ...wrong }));
    expect(problemsOf("RefundParams", body)).not.toStrictEqual([]);
  });
});

describe("a payment token request is invalid", () => {
  test.each<[string, Record<string, unknown>]>([
    ["with an amount in digits", { "order.amount": "12900" }],
    ["with an amount that JSON can't represent exactly", { "order.amount": 2 ** 53 }],
    ["with an empty section", { settings: "" }],
  ])("%s", (_, wrong) => {
    expect(problemsOf("CheckoutCreateParams", completeCheckoutSent)).toStrictEqual([]);
    const body = JSON.parse(JSON.stringify(having(completeCheckoutSent, wrong)));
    expect(problemsOf("CheckoutCreateParams", body)).not.toStrictEqual([]);
  });

  test("it is valid with empty optional fields and with undocumented fields", () => {
    const nothing = { customer: null, attempts: null, "settings.auto_return": "", "settings.fail_url": "" };
    const body = having(aCheckout, { ...nothing, "order.x_note": { y: 1 } });
    expect(problemsOf("CheckoutCreateParams", body)).toStrictEqual([]);
  });

  test("it is valid with numeric seconds", () => {
    const body = having(aCheckout, { "settings.auto_return": 3 });
    expect(problemsOf("CheckoutCreateParams", body)).toStrictEqual([]);
  });
});
