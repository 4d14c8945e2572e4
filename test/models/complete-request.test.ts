import { describe, expect, test } from "vitest";
import type { PaymentsClient } from "../../src/index.ts";
import { newRefund } from "../client/calls.ts";
import {
  completeBill,
  completeBillSent,
  completeCharge,
  completeChargeSent,
  completeCheckout,
  completeCheckoutSent,
  completeProduct,
  completeProductSent,
} from "./complete-params.ts";
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

test.each<[string, (payments: PaymentsClient) => Promise<unknown>, object]>([
  ["payment token", createCheckout(completeCheckout), { checkout: completeCheckoutSent }],
  ["new product", createProduct(completeProduct), completeProductSent],
  ["product's update", updateProduct(completeProduct), completeProductSent],
  ["charge", ({ transactions }) => transactions.pay(completeCharge), { request: completeChargeSent }],
  ["hold", ({ transactions }) => transactions.authorize(completeCharge), { request: completeChargeSent }],
  ["bill", ({ bills }) => bills.create(completeBill), { request: completeBillSent }],
])("a %s with every documented field arrives as documented, byte for byte", async (_, call, sent) => {
  expect(await textSentBy(call)).toBe(JSON.stringify(sent));
});

test("sending does not modify the parameters, which may be deeply frozen", async () => {
  const freeze = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  };
  const frozen = structuredClone(completeCheckout);
  freeze(frozen);
  expect(await bodySentBy(createCheckout(frozen))).toStrictEqual({ checkout: completeCheckoutSent });
  expect(frozen).toStrictEqual(completeCheckout);
});

test("an update does not send a quantity beside infinite that counts as not given", async () => {
  for (const quantity of [undefined, null, ""] as const)
    expect(await bodySentBy(updateProduct({ infinite: true, quantity }))).toStrictEqual({ infinite: true });
});

const UNDOCUMENTED = { flag: true, none: null, empty: "", decimal: 1.5, amount: "1", list: [{ amount: 7 }] };

describe("an undocumented field is sent unchanged", () => {
  test.each([
    ["a new product", createProduct(having(aProduct, { undocumented: UNDOCUMENTED }))],
    ["an update", updateProduct(having({ name: "Pass" }, { undocumented: UNDOCUMENTED }))],
    ["an update, as its only field", updateProduct(having({}, { undocumented: UNDOCUMENTED }))],
  ])("in %s", async (_, call) => {
    expect(await bodySentBy(call)).toHaveProperty("undocumented", UNDOCUMENTED);
  });

  test.each(["capture", "void", "refund"] as const)("in a %s, as null and empty ones", async (way) => {
    const params = having(newRefund, {
      amount: 5,
      tracking_id: "",
      duplicate_check: null,
      additional_data: { referer: "https://shop.example", x: [{ amount: "007" }] },
      undocumented: { amount: "12" },
    });
    const call = ({ transactions }: PaymentsClient) => transactions[way](params);
    expect(await bodySentBy(call)).toStrictEqual({ request: params });
  });

  test("in every section of a payment token request", async () => {
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

  test("also if it is named like an inherited property", async () => {
    const extra: object = JSON.parse('{"__proto__": {"a": 1}, "constructor": "c", "toString": null}');
    const text = await textSentBy(createProduct({ ...aProduct, ...extra }));
    expect(text).toContain('"__proto__":{"a":1},"constructor":"c","toString":null');
  });
});
