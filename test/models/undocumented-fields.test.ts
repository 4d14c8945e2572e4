import { describe, expect, test } from "vitest";
import { newRefund } from "../client/calls.ts";
import refunded from "../fixtures/refund.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";
import { completeCheckout, completeCheckoutSent } from "./complete-params.ts";
import {
  aProduct,
  bodySentBy,
  createCheckout,
  createProduct,
  having,
  pathsOf,
  textSentBy,
  updateProduct,
} from "./params.ts";

const UNDOCUMENTED = { flag: true, none: null, empty: "", decimal: 1.5, amount: "1", list: [{ amount: 7 }] };

test.each([
  ["a new product", createProduct(having(aProduct, { undocumented: UNDOCUMENTED }))],
  ["an update", updateProduct(having({ name: "Pass" }, { undocumented: UNDOCUMENTED }))],
  ["an update, as its only field,", updateProduct(having({}, { undocumented: UNDOCUMENTED }))],
])("%s sends an undocumented field unchanged", async (_, call) => {
  expect(await bodySentBy(call)).toHaveProperty("undocumented", UNDOCUMENTED);
});

test.each(["capture", "void", "refund"] as const)(
  "a %s sends null, empty and undocumented fields unchanged at every depth",
  async (way) => {
    const params = having(newRefund, {
      amount: 5,
      tracking_id: "",
      duplicate_check: null,
      additional_data: { referer: "https://shop.example", x: [{ amount: "007" }] },
      undocumented: { amount: "12" },
    });
    await using gateway = await startGateway({ status: 200, body: refunded });
    await gateway.client().transactions[way](params);
    expect(JSON.parse(gateway.requests[0]?.body ?? "")).toStrictEqual({ request: params });
  },
);

describe("a payment token request", () => {
  test("sends an undocumented field of every section unchanged", async () => {
    const parents = pathsOf(completeCheckout).map((path) => path.slice(0, path.lastIndexOf(".") + 1));
    expect(parents).toEqual(expect.arrayContaining(["", "order.", "travel.airline.legs.0."]));
    const fields = Object.fromEntries(
      parents
        // The names in custom_fields are fixed.
        .filter((parent) => parent !== "order.custom_fields.")
        .map((parent) => [`${parent}undocumented`, UNDOCUMENTED]),
    );
    const body = await bodySentBy(createCheckout(having(completeCheckout, fields)));
    expect(body).toStrictEqual({ checkout: having(completeCheckoutSent, fields) });
  });
});

test("a field named like an inherited property is sent like any other", async () => {
  const extra: object = JSON.parse('{"__proto__": {"a": 1}, "constructor": "c", "toString": null}');
  const text = await textSentBy(createProduct({ ...aProduct, ...extra }));
  expect(text).toContain('"__proto__":{"a":1},"constructor":"c","toString":null');
});
