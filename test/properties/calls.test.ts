import { describe, expect, test } from "vitest";
import { type Fetch, PaymentsClient, RequestAbortedError } from "../../src/index.ts";
import checkoutCreated from "../fixtures/checkout-created.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import { calls, rejection } from "../transport/calls.ts";
import { good } from "../transport/construct.ts";
import { fc } from "./fast-check.ts";
import { anything, fieldsOf, onlyPackageErrorsFor, passesOnErrorsOf } from "./hostile.ts";

/** Responds with an object that is valid as a product and as a payment token. */
const fetch: Fetch = async () => Response.json({ ...product, ...checkoutCreated });

const clients = [true, false].map((validate) => ({
  validate,
  client: new PaymentsClient({ ...good, gatewayUrl: "https://gateway.example", fetch, validate }),
}));

const PRODUCT = [
  ...["name", "description", "currency", "amount", "quantity", "infinite"],
  ...["visible_fields", "expired_at", "immortal", "return_url", "language"],
];

const CHECKOUT = [
  "transaction_type",
  "attempts",
  "settings",
  "order",
  "customer",
  "payment_method",
  "travel",
];

const ORDER = [
  ...["amount", "currency", "description", "expired_at", "custom_fields", "additional_data"],
  ...["cart", "positions", "customer_fields", "read_only", "auto_return", "country", "state", "email"],
];

const OPTIONS = ["signal", "timeout", "maxRetries", "headers"];

const nested = fieldsOf([...CHECKOUT, ...ORDER], fieldsOf(ORDER, fieldsOf(ORDER)));

describe.each(clients)("with validate: $validate", ({ client }) => {
  const create = (params: unknown) => Reflect.apply(client.products.create, client.products, [params]);
  const createToken = (params: unknown) => Reflect.apply(client.checkouts.create, client.checkouts, [params]);
  const update = (params: unknown) => Reflect.apply(client.products.update, client.products, ["p", params]);

  describe.each([
    ["products.create", create, PRODUCT],
    ["products.update", update, PRODUCT],
    ["checkouts.create", createToken, CHECKOUT],
  ])("%s", (_operation, run, names) => {
    test("rejects any invalid params with a PaymentsError", async () => {
      await onlyPackageErrorsFor(fc.oneof(anything, fieldsOf(names), nested), run);
    });

    test("passes on only errors that the merchant's getters throw", async () => {
      await passesOnErrorsOf(names, run);
    });
  });
});

const [{ client } = { client: new PaymentsClient(good) }] = clients;

describe.each(calls)("$operation", ({ run }) => {
  const runWith = (options: unknown): Promise<unknown> => Reflect.apply(run, undefined, [client, options]);

  test("rejects any invalid options with a PaymentsError", async () => {
    await onlyPackageErrorsFor(fc.oneof(anything, fieldsOf(OPTIONS)), runWith);
  });

  test("passes on only errors that the merchant's getters throw", async () => {
    await passesOnErrorsOf(OPTIONS, runWith);
  });

  test("wraps any abort reason of a signal", async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (reason) => {
        const signal = AbortSignal.abort(reason);
        const error = await rejection(run(client, { signal }), RequestAbortedError);
        expect(error.cause).toBe(signal.reason);
      }),
    );
  });
});
