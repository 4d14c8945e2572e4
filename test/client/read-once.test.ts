import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { type CallErrorEvent, InvalidRequestError, type PaymentsClient } from "../../src/index.ts";
import checkoutCreated from "../fixtures/checkout-created.json" with { type: "json" };
import { bodySentBy, refusalOf as refused } from "../models/params.ts";
import { startGateway } from "../support/gateway.ts";
import { newCheckout, newProduct, rejection } from "./calls.ts";

/** Token parameters of any kind, as in plain JavaScript. */
const creating =
  (params: unknown) =>
  ({ checkouts }: PaymentsClient): Promise<unknown> =>
    Reflect.apply(checkouts.create, checkouts, [params]);

/** What a gateway receives for token parameters. */
const sentOf = async (params: unknown) => Object(await bodySentBy(creating(params))).checkout;

/** The error for token parameters before anything is sent. */
const refusalOf = (params: unknown): Promise<InvalidRequestError> => refused(creating(params));

describe("the validated values are the values that are sent", () => {
  test("when a getter returns another value each time", async () => {
    let reads = 0;
    const order = {
      ...newCheckout.order,
      get amount() {
        reads += 1;
        return reads === 1 ? 500 : -5;
      },
    };
    expect(await sentOf({ ...newCheckout, order })).toMatchObject({ order: { amount: 500 } });
    expect(reads).toBe(1);
  });

  test("when toJSON returns another object", async () => {
    const order = { ...newCheckout.order, toJSON: () => ({ ...newCheckout.order, amount: -5 }) };
    const { issues } = await refusalOf({ ...newCheckout, order });
    expect(issues.map(({ path }) => path.join("."))).toStrictEqual(["checkout.order.amount"]);
  });

  test("when a field is inherited", async () => {
    const params = Object.assign(Object.create({ test: true }), newCheckout);
    expect(await sentOf(params)).toMatchObject({ test: true });
    const wrong = Object.assign(Object.create({ test: "yes" }), newCheckout);
    expect((await refusalOf(wrong)).errors).toStrictEqual({ checkout: { test: ["must be true or false"] } });
  });

  test("when a class has getters, and one that it extends", async () => {
    class OrderWithGetters {
      get amount() {
        return 12900;
      }
      total() {
        return "a method is not a field";
      }
    }
    class ShopOrder extends OrderWithGetters {
      tracking_id = "order-1007";
    }
    const { amount: _, ...rest } = newCheckout.order;
    const sent = await sentOf({ ...newCheckout, order: Object.assign(new ShopOrder(), rest) });
    expect(sent).toMatchObject({ order: { ...newCheckout.order, tracking_id: "order-1007" } });
    expect(JSON.stringify(sent)).not.toContain("total");
  });

  test("when the parameters change after the call", async () => {
    await using gateway = await startGateway({ status: 201, body: checkoutCreated });
    const order = { ...newCheckout.order };
    const call = gateway.client().checkouts.create({ ...newCheckout, order });
    order.amount = 1;
    await call;
    expect(gateway.requests[0]?.body).toContain('"amount":12900');
  });

  test("without validation too", async () => {
    await using gateway = await startGateway({ status: 201, body: checkoutCreated });
    const params = Object.assign(Object.create({ test: true }), newCheckout);
    await gateway.client({ validate: false }).checkouts.create(params);
    expect(gateway.requests[0]?.body).toContain('"test":true');
  });
});

const named = { toJSON: (key: string) => `under ${key}` };

/** What its prototype has: an enumerable field, and one that is not. */
const inheriting = Object.create(
  Object.defineProperties({}, { seen: { value: 1, enumerable: true }, hidden: { value: 5 } }),
);

test.each<[string, object, object?]>([
  ["a date in an undocumented field", { since: new Date(0) }, { since: "1970-01-01T00:00:00.000Z" }],
  [
    "a URL",
    { settings: { return_url: new URL("https://shop.example/?order=7") } },
    { settings: { return_url: "https://shop.example/?order=7" } },
  ],
  [
    "objects that toJSON is given the names of, as by JSON.stringify",
    { reference: named, inner: { rows: [{ last: named }] } },
    { reference: "under reference", inner: { rows: [{ last: "under last" }] } },
  ],
  [
    "an object without a prototype, such as a parsed query",
    { query: Object.assign(Object.create(null), { campaign: "spring" }) },
    { query: { campaign: "spring" } },
  ],
  ["enumerable fields alone", { extra: inheriting }, { extra: { seen: 1 } }],
])("sends %s", async (_what, more, sent = more) => {
  expect(await sentOf({ ...newCheckout, ...more })).toStrictEqual({ ...newCheckout, ...sent });
});

test("names what was not awaited, and an array in place of one object", async () => {
  const order = Promise.resolve(newCheckout.order);
  for (const [params, path, message] of [
    [Promise.resolve(newCheckout), "checkout", "is a promise. Write await before it"],
    [{ ...newCheckout, order }, "checkout.order", "is a promise. Write await before it"],
    [
      { ...newCheckout, order: { ...newCheckout.order, amount: Promise.resolve(1) } },
      "checkout.order.amount",
      "is a promise. Write await before it",
    ],
    [[newCheckout], "checkout", "must be an object"],
    [{ ...newCheckout, order: [newCheckout.order] }, "checkout.order", "must be an object"],
  ] as const) {
    const { issues } = await refusalOf(params);
    expect(issues).toMatchObject([{ path: path.split("."), messages: [message], code: "type" }]);
  }
});

test("reports an invalid date as invalid, not as missing", async () => {
  const order = { ...newCheckout.order, expired_at: new Date(Number.NaN) };
  const { errors } = await refusalOf({ ...newCheckout, order });
  expect(JSON.stringify(errors)).toMatch(/must be a Date/);
});

test("refuses a circular reference in an array by its path, and 100 levels", async () => {
  const row: unknown[] = [];
  row.push({ row });
  const circle = await refusalOf({ ...newCheckout, row });
  expect(circle.issues[0]?.path).toStrictEqual(["checkout", "row", "0", "row"]);
  const nested = (levels: number): unknown => (levels === 0 ? {} : { a: nested(levels - 1) });
  expect(await sentOf({ ...newCheckout, nested: nested(97) })).toHaveProperty("nested");
  expect((await refusalOf({ ...newCheckout, nested: nested(98) })).issues[0]?.path).toHaveLength(100);
});

test("refuses a toJSON that returns an object with another toJSON, without end", async () => {
  class Endless {
    toJSON(): Endless {
      return new Endless();
    }
  }
  const { issues } = await refusalOf({ ...newCheckout, meta: new Endless() });
  expect(issues[0]?.path).toStrictEqual(["checkout", "meta"]);
});

test("refuses a toJSON that returns null, as an invalid time of luxon and moment has, because null means not given", async () => {
  for (const empty of [null, undefined]) {
    const settings = { expired_at: { toJSON: () => empty } };
    const { message, issues } = await refusalOf({ ...newCheckout, settings });
    expect(issues[0]).toMatchObject({ path: ["checkout", "settings", "expired_at"], code: "format" });
    expect(message).toContain("checkout.settings.expired_at must be valid. Its toJSON returns null");
  }
  expect(await sentOf({ ...newCheckout, note: null })).toHaveProperty("note", null);
});

test("sends an object of another realm, such as that of Jest's tests, as it is", async () => {
  const customer: unknown = runInNewContext('({ email: "kim@example.com", inner: [{ deep: 1 }] })');
  const sent = Object(await sentOf({ ...newCheckout, customer }));
  expect(Object.keys(sent.customer)).toStrictEqual(["email", "inner"]);
  expect(sent.customer.inner).toStrictEqual([{ deep: 1 }]);

  await using gateway = await startGateway();
  const { products } = gateway.client();
  const args = ["prd_1", runInNewContext("({})")];
  const empty: Promise<unknown> = Reflect.apply(products.update, products, args);
  expect((await rejection(empty, InvalidRequestError)).message).toContain("at least one field");
  expect(gateway.requests).toHaveLength(0);
});

const throwing = (): never => {
  throw new Error("no");
};
const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();
const circle: Record<string, unknown> = {};
circle["inner"] = { circle };

test.each<[string, unknown, string?]>([
  ["a circular reference", circle, "extra.inner.circle"],
  ["a Map", new Map([["a", 1]])],
  ["a toJSON that throws", { toJSON: throwing }],
  ["a revoked Proxy", revoked],
  ["a bigint after a null", { nothing: null, big: 1n }, "extra.big"],
])("refuses %s by the name of its field, and tells onError", async (_what, extra, field = "extra") => {
  await using gateway = await startGateway();
  const events: CallErrorEvent[] = [];
  const client = gateway.client({ hooks: { onError: (event) => events.push(event) } });
  const params = { ...newProduct, extra };
  const error = await rejection(client.products.create(params), InvalidRequestError);
  const messages = ["cannot be written as JSON"];
  const issue = { path: field.split("."), messages, code: "type", params: { expected: "json" } };
  expect(error.issues).toStrictEqual([issue]);
  expect(events).toMatchObject([{ attempts: 0, error }]);
  expect(gateway.requests).toHaveLength(0);
});
