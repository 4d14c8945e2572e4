import { describe, expect, test } from "vitest";
import { completeCheckout, completeCheckoutSent } from "./complete-params.ts";
import {
  aCheckout,
  aProduct,
  bodySentBy,
  createCheckout,
  createProduct,
  errorsAt,
  having,
  pathsOf,
  refusalOf,
  textSentBy,
  updateProduct,
} from "./params.ts";

const UNDOCUMENTED = { flag: true, none: null, empty: "", decimal: 1.5, amount: "1", list: [{ amount: 7 }] };

const isSection = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

const valueAt = (value: object, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((inner, field) => (inner instanceof Object ? Reflect.get(inner, field) : inner), value);

describe("a product", () => {
  test.each([null, undefined])(
    "without a language (%s) gets the default, since the reference marks it required",
    async (language) => {
      expect(await bodySentBy(createProduct(having(aProduct, { language })))).toHaveProperty(
        "language",
        "en",
      );
    },
  );

  test.each([
    ["creation", createProduct(having(aProduct, { undocumented: UNDOCUMENTED }))],
    ["update", updateProduct(having({ name: "Pass" }, { undocumented: UNDOCUMENTED }))],
    ["update, as its only field,", updateProduct(having({}, { undocumented: UNDOCUMENTED }))],
  ])("sends an undocumented field unchanged on %s", async (_, call) => {
    expect(await bodySentBy(call)).toHaveProperty("undocumented", UNDOCUMENTED);
  });

  test.each(["notification_url", "success_url", "fail_url"])(
    "sends %s, known to gateways but not in the reference, unchanged",
    async (field) => {
      const body = await bodySentBy(createProduct(having(aProduct, { [field]: "not-even-a-url" })));
      expect(body).toHaveProperty(field, "not-even-a-url");
    },
  );
});

describe("a payment token request", () => {
  const SECTIONS = pathsOf(completeCheckout).filter(
    // The names in custom_fields are fixed.
    (path) => isSection(valueAt(completeCheckout, path)) && path !== "order.custom_fields",
  );

  test.each([
    "",
    ...SECTIONS.map((path) => `${path}.`),
    "order.additional_data.cart.positions.1.",
    "travel.airline.legs.0.",
  ])("sends %sundocumented unchanged, though the reference does not document it", async (parent) => {
    const field = `${parent}undocumented`;
    const body = await bodySentBy(createCheckout(having(completeCheckout, { [field]: UNDOCUMENTED })));
    expect(body).toStrictEqual({ checkout: having(completeCheckoutSent, { [field]: UNDOCUMENTED }) });
  });

  test.each([
    ["version", 2.1],
    ["settings.customer_fields.hidden", ["phone"]],
    ["settings.button_text", "Pay"],
    ["settings.card_notification_url", ""],
    ["settings.widget_version", 2],
    ["order.additional_data.meta", { amount: "1", expired_at: "tomorrow" }],
    ["order.additional_data.platform_data", "shop 1.0"],
    ["payment_method.erip", { order_id: 5, account_number: "123", service_info: ["a"] }],
  ])("sends %s, known to gateways but not in the reference, unchanged", async (path, value) => {
    const body = await bodySentBy(createCheckout(having(aCheckout, { [path]: value })));
    expect(body).toStrictEqual({ checkout: having(aCheckout, { [path]: value }) });
  });
});

test.each([
  ["a bigint", 1n],
  [
    "an object inside itself",
    (() => {
      const loop: Record<string, unknown> = {};
      loop["again"] = { loop };
      return loop;
    })(),
  ],
])("refuses %s in an undocumented field by its name, since JSON has no such value", async (_, value) => {
  const { issues } = await refusalOf(createCheckout(having(aCheckout, { "settings.undocumented": value })));
  expect(issues).toHaveLength(1);
  expect(issues[0]?.path.slice(0, 3)).toStrictEqual(["checkout", "settings", "undocumented"]);
  const { errors } = await refusalOf(createProduct(having(aProduct, { undocumented: 1n })));
  expect(errors).toStrictEqual(errorsAt("undocumented", "cannot be written as JSON"));
});

test("a field named like an inherited property is sent like any other", async () => {
  const extra: object = JSON.parse('{"__proto__": {"a": 1}, "constructor": "c", "toString": null}');
  const text = await textSentBy(createProduct({ ...aProduct, ...extra }));
  expect(text).toContain('"__proto__":{"a":1},"constructor":"c","toString":null');
});
