import { describe, expect, test } from "vitest";
import { testCases } from "../support/test-cases.ts";
import {
  completeCheckout,
  completeCheckoutSent,
  completeProduct,
  completeProductSent,
} from "./complete-params.ts";
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

const nameOf = (path: string): string => path;

const NOTHING: readonly (readonly [string, null | undefined])[] = [
  ["null", null],
  ["undefined", undefined],
];

/** As JSON: without undefined fields. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const UNDOCUMENTED = { flag: true, none: null, empty: "", decimal: 1.5, amount: "1", list: [{ amount: 7 }] };

const isSection = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

const valueAt = (value: object, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((inner, field) => (inner instanceof Object ? Reflect.get(inner, field) : inner), value);

describe("a product", () => {
  const REQUIRED = ["name", "description", "currency", "amount", "language"];
  // So that no rule requires a quantity or an expiry.
  const unlimitedAndImmortal = { infinite: true, immortal: true };
  const { quantity, ...unlimited } = completeProduct;
  const { quantity: _, ...unlimitedSent } = completeProductSent;
  const params = having(unlimited, unlimitedAndImmortal);
  const sent = having(unlimitedSent, unlimitedAndImmortal);

  const OPTIONAL = pathsOf(completeProduct).filter((field) => !REQUIRED.includes(field));

  test("has these optional fields", () => {
    expect(OPTIONAL).toStrictEqual([
      "quantity",
      "infinite",
      "visible_fields",
      "test",
      "immortal",
      "expired_at",
      "return_url",
      "shop_id",
      "transaction_type",
    ]);
  });

  describe.each(NOTHING)("on creation, %s", (_, nothing) => {
    // An empty quantity with infinite is not sent.
    test.each(OPTIONAL.filter((field) => field !== "quantity"))("as %s is sent unchanged", async (field) => {
      // A product that is no longer infinite needs a quantity.
      const bound = field === "infinite" ? { quantity } : {};
      const boundSent = field === "infinite" ? { quantity: String(quantity) } : {};
      const body = await bodySentBy(createProduct(having({ ...params, ...bound }, { [field]: nothing })));
      expect(body).toStrictEqual(asJson(having({ ...sent, ...boundSent }, { [field]: nothing })));
    });

    test("as language is replaced by the default, since the reference marks it required", async () => {
      expect(await bodySentBy(createProduct(having(aProduct, { language: nothing })))).toHaveProperty(
        "language",
        "en",
      );
    });
  });

  const NEVER_EMPTY = ["name", "description", "currency", "amount"];

  test.each(NEVER_EMPTY)("may leave out its %s on update, but not empty it", async (field) => {
    expect(await bodySentBy(updateProduct(having({ test: true }, { [field]: undefined })))).toStrictEqual({
      test: true,
    });
    for (const nothing of [null, ""]) {
      const { errors } = await refusalOf(updateProduct(having({ test: true }, { [field]: nothing })));
      expect(errors).toStrictEqual(errorsAt(field, "is required"));
    }
  });

  describe.each(NOTHING)("on update, %s", (_, nothing) => {
    test.each(pathsOf(completeProduct).filter((field) => !NEVER_EMPTY.includes(field)))(
      "as %s is sent unchanged",
      async (field) => {
        const body = await bodySentBy(
          updateProduct(having({ test: false }, { test: true, [field]: nothing, x: 1 })),
        );
        expect(body).toStrictEqual(asJson({ test: true, [field]: nothing, x: 1 }));
      },
    );
  });

  describe('"", which only text fields accept,', () => {
    const NOT_TEXT = ["infinite", "visible_fields", "test", "immortal", "shop_id"];

    test.each(OPTIONAL.concat("language").filter((field) => !NOT_TEXT.includes(field)))(
      "as %s is sent unchanged on update",
      async (field) => {
        expect(await bodySentBy(updateProduct(having({}, { [field]: "" })))).toStrictEqual({ [field]: "" });
      },
    );

    test.each(["expired_at", "return_url", "transaction_type"])(
      "as %s is sent unchanged on creation",
      async (field) => {
        const body = await bodySentBy(createProduct(having(params, { [field]: "" })));
        expect(body).toStrictEqual(having(sent, { [field]: "" }));
      },
    );

    test.each(NOT_TEXT)("as %s is refused", async (field) => {
      const message = expect.stringMatching(/^must be (?:true or false|an array|an integer)$/);
      const update = await refusalOf(updateProduct(having({}, { [field]: "" })));
      expect(update.errors).toStrictEqual(errorsAt(field, message));
      const product = await refusalOf(createProduct(having(aProduct, { [field]: "" })));
      expect(product.errors).toStrictEqual(errorsAt(field, message));
    });
  });

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
  const REQUIRED = [
    "transaction_type",
    "order",
    "order.amount",
    "order.currency",
    "order.description",
    // Required unless the cart has an array by another name.
    "order.additional_data.cart.positions",
    ...[0, 1].flatMap((index) =>
      ["name", "amount", "quantity", "description"].map(
        (field) => `order.additional_data.cart.positions.${index}.${field}`,
      ),
    ),
  ];
  // So that no rule requires another field.
  const free = { "settings.customer_fields.read_only": [], "customer.state": null };
  const params = having(completeCheckout, free);
  const sent = having(completeCheckoutSent, free);

  const PATHS = pathsOf(completeCheckout);
  const OPTIONAL = PATHS.filter((path) => !REQUIRED.includes(path));

  describe.each(NOTHING)("%s", (_, nothing) => {
    testCases("is sent unchanged in every optional field", OPTIONAL, nameOf, async (path) => {
      const body = await bodySentBy(createCheckout(having(params, { [path]: nothing })));
      expect(body).toStrictEqual({ checkout: asJson(having(sent, { [path]: nothing })) });
    });
  });

  describe('"", which only text fields accept,', () => {
    // The reference does not show their types.
    const ANYTHING = /^travel.*\d|^travel\.airline\.[^lp]|erip\.|style\.|avs_cvc_verification\./;
    const isText = (path: string): boolean =>
      ANYTHING.test(path) || typeof valueAt(completeCheckoutSent, path) === "string";

    testCases("is sent unchanged in every text", OPTIONAL.filter(isText), nameOf, async (path) => {
      const body = await bodySentBy(createCheckout(having(params, { [path]: "" })));
      expect(body).toStrictEqual({ checkout: having(sent, { [path]: "" }) });
    });

    const others = OPTIONAL.filter((path) => !isText(path));
    testCases("is refused in every other field", others, nameOf, async (path) => {
      const { errors } = await refusalOf(createCheckout(having(params, { [path]: "" })));
      const message = expect.stringMatching(/^must be (?:true or false|an array|an integer|an object)$/);
      expect(errors).toStrictEqual(errorsAt(`checkout.${path}`, message));
    });
  });

  const SECTIONS = PATHS.filter(
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
