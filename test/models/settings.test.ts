import { describe, expect, test } from "vitest";
import { CUSTOMER_FIELDS } from "../conformance/tables/statement.ts";
import { aCheckout, bodySentBy, createCheckout, errorsAt, having, refusalOf } from "./params.ts";

const withSettings = (fields: Record<string, unknown>) =>
  createCheckout(
    having(
      aCheckout,
      Object.fromEntries(Object.entries(fields).map(([path, value]) => [`settings.${path}`, value])),
    ),
  );

const ONE_OF = `must be one of ${CUSTOMER_FIELDS.join(", ")}`;
const WHOLE = "must be a whole number, or its digits";

describe("addresses", () => {
  const CALLED = ["notification_url", "verification_url"];
  const OPENED = [
    "return_url",
    "success_url",
    "decline_url",
    "fail_url",
    "cancel_url",
    "agreement_toggle.url",
  ];

  const valid: readonly (readonly [url: string, sent: string])[] = [
    ["https://shop.example", "https://shop.example/"],
    ["http://shop.example/a/b?c=d&e=%20#f", "http://shop.example/a/b?c=d&e=%20#f"],
    ["https://user:pass@shop.example:8443/", "https://user:pass@shop.example:8443/"],
    ["http://127.0.0.1:3000/notify", "http://127.0.0.1:3000/notify"],
    ["http://[::1]/notify", "http://[::1]/notify"],
    ["https://grüße.example/über uns?müll=ja", "https://xn--gre-6ka8l.example/%C3%BCber%20uns?m%C3%BCll=ja"],
    ["HTTP://SHOP.EXAMPLE:80", "http://shop.example/"],
    ["https://shop.example/a\n", "https://shop.example/a"],
  ];
  const apps: typeof valid = [
    ["myapp://paid", "myapp://paid"],
    ["com.shop.example:/paid/ü", "com.shop.example:/paid/%C3%BC"],
    ["intent://paid#Intent;scheme=shop;end", "intent://paid#Intent;scheme=shop;end"],
    ["databank://paid", "databank://paid"],
  ];
  const invalid = [
    "shop.example",
    "www.shop.example/notify",
    "localhost:3000/notify",
    "shop.example:8443",
    "/notify",
    "//shop.example/notify",
    "?order=7",
    " ",
    " https://shop.example",
    "https:/shop.example",
    "https:shop.example",
    "https://",
    "http://:80",
    "https://shop example",
    "https://shop.example:port",
    "javascript:alert(1)",
    "JavaScript://shop.example/%0aalert(1)",
    "java\tscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,hello",
    "vbscript:msgbox(1)",
    "BLOB:https://shop.example/5b8f",
    5,
    true,
    {},
    ["https://shop.example"],
  ];
  const every = [...CALLED, ...OPENED];
  const fields = every.map((field) => ({
    field,
    isOpened: OPENED.includes(field),
    message: OPENED.includes(field)
      ? "must be an absolute URL, such as https://shop.example or myapp://paid"
      : "must be an absolute http(s) URL",
  }));

  test.each(fields)("$field is sent percent-encoded, with its host name in ASCII", async (row) => {
    for (const [url, sent] of [...valid, ...(row.isOpened ? apps : [])]) {
      const body = await bodySentBy(withSettings({ [row.field]: url }));
      expect(body).toHaveProperty(`checkout.settings.${row.field}`, sent);
    }
  });

  test.each(fields)("$field refuses what is not such an address", async ({ field, isOpened, message }) => {
    for (const url of [...invalid, ...(isOpened ? [] : apps.map(([app]) => app))]) {
      const { errors } = await refusalOf(withSettings({ [field]: url }));
      expect([url, errors]).toStrictEqual([url, errorsAt(`checkout.settings.${field}`, message)]);
    }
  });
});

test.each<[string, unknown, string]>([
  ["auto_pay", "true", "must be true or false"],
  ["auto_pay", 1, "must be true or false"],
  ["style", "dark", "must be an object"],
  ["style", [], "must be an object"],
  ["save_card_toggle", true, "must be an object"],
  ["save_card_toggle.display", "yes", "must be true or false"],
  ["save_card_toggle.customer_contract", 0, "must be true or false"],
  ["save_card_toggle.text", 5, "must be a string"],
  ["save_card_toggle.hint", false, "must be a string"],
  ["another_card_toggle", false, "must be an object"],
  ["another_card_toggle.display", "no", "must be true or false"],
  ["auto_return", 1.5, WHOLE],
  ["auto_return", -1, WHOLE],
  ["auto_return", "3s", WHOLE],
  ["auto_return", " 3", WHOLE],
  ["auto_return", true, WHOLE],
  ["auto_return", [3], WHOLE],
  ["button_next_text", 5, "must be a string"],
  ["language", 5, "must be a string"],
  ["customer_fields", ["email"], "must be an object"],
  ["customer_fields", "email", "must be an object"],
  ["customer_fields.visible", "email", "must be an array"],
  ["customer_fields.visible", ["email", "mail"], `item 2 ${ONE_OF}`],
  ["customer_fields.visible", ["external_id"], `item 1 ${ONE_OF}`],
  ["customer_fields.visible", [5], `item 1 ${ONE_OF}`],
  ["customer_fields.visible", [""], "item 1 is required"],
  ["customer_fields.read_only", "email", "must be an array"],
  ["customer_fields.read_only", { email: true }, "must be an array"],
  ["customer_fields.read_only", [5], `item 1 ${ONE_OF}`],
  ["credit_card_fields", ["holder"], "must be an object"],
  ["credit_card_fields.holder", 5, "must be a string"],
  ["credit_card_fields.read_only", "holder", "must be an array"],
  ["credit_card_fields.read_only", true, "must be an array"],
  ["credit_card_fields.read_only", ["holder", "number"], "item 2 must be one of holder"],
  ["agreed", "false", "must be true or false"],
  ["agreement_toggle", true, "must be an object"],
  ["agreement_toggle.value", "on", "must be true or false"],
])("refuses %s: %j", async (path, value, message) => {
  const { errors } = await refusalOf(withSettings({ [path]: value }));
  expect(errors).toStrictEqual(errorsAt(`checkout.settings.${path}`, message));
});

test.each<[string, unknown]>([
  ["auto_pay", true],
  ["auto_pay", false],
  ["style", { widget: { buttonsColor: "#0a7d5a", backgroundType: 8 }, footer: { secureInfo: { text: "" } } }],
  ["save_card_toggle", { display: true, customer_contract: true, text: "Save", hint: "Pay faster" }],
  ["another_card_toggle", { display: true }],
  ["button_next_text", "Zurück"],
  ["language", "de"],
  ["customer_fields", {}],
  ["customer_fields.visible", CUSTOMER_FIELDS],
  ["customer_fields.visible", []],
  ["customer_fields.read_only", []],
  ["credit_card_fields", { holder: "KIM MULLER", read_only: ["holder"] }],
  ["credit_card_fields", { read_only: [] }],
  ["agreed", true],
  ["agreement_toggle", { value: false, text: "I accept [the terms]" }],
])("sends %s %j unchanged", async (path, value) => {
  expect(await bodySentBy(withSettings({ [path]: value }))).toHaveProperty(
    `checkout.settings.${path}`,
    value,
  );
});

test.each<[unknown, string]>([
  [0, "0"],
  [3, "3"],
  ["0", "0"],
  ["3", "3"],
])("sends auto_return %j as a string", async (value, sent) => {
  expect(await bodySentBy(withSettings({ auto_return: value }))).toHaveProperty(
    "checkout.settings.auto_return",
    sent,
  );
});

test.each([
  ["ASCII", "a"],
  ["umlauts", "ü"],
  ["emoji, each counted as one character", "🎟"],
])("agreement_toggle.text accepts 255 characters and refuses 256: %s", async (_, character) => {
  const field = "agreement_toggle.text";
  const body = await bodySentBy(withSettings({ [field]: character.repeat(255) }));
  expect(body).toHaveProperty(`checkout.settings.${field}`, character.repeat(255));
  const { errors } = await refusalOf(withSettings({ [field]: character.repeat(256) }));
  expect(errors).toStrictEqual(errorsAt(`checkout.settings.${field}`, "must be at most 255 characters"));
});

describe("a field in customer_fields.read_only", () => {
  const REQUIRED = "is required by settings.customer_fields.read_only";
  const values: Record<string, string> = { state: "CA", country: "US", birth_date: "1988-02-29" };
  const showing = (readOnly: unknown, customer: unknown) =>
    createCheckout(having(aCheckout, { "settings.customer_fields.read_only": readOnly, customer }));

  describe.each(CUSTOMER_FIELDS)("%s", (field) => {
    const filled = { country: "US", [field]: values[field] ?? "1" };

    test("is accepted when the customer section has it", async () => {
      const body = await bodySentBy(showing([field], filled));
      expect(body).toHaveProperty("checkout.settings.customer_fields.read_only", [field]);
    });

    test.each([undefined, null, ""])("is refused when the customer section has %j", async (nothing) => {
      const { errors } = await refusalOf(showing([field], { [field]: nothing }));
      expect(errors).toStrictEqual(errorsAt(`checkout.customer.${field}`, REQUIRED));
    });
  });

  test.each([undefined, null, {}])("is refused when the customer section is %j", async (customer) => {
    const { errors } = await refusalOf(showing(["email", "zip"], customer));
    expect(errors).toStrictEqual({ checkout: { customer: { email: [REQUIRED], zip: [REQUIRED] } } });
  });

  test("is reported once, however often it is listed", async () => {
    const { errors } = await refusalOf(showing(["email", "email"], {}));
    expect(errors).toStrictEqual(errorsAt("checkout.customer.email", REQUIRED));
  });

  test.each(["mail", "external_id", "toString"])(
    "is refused at the list only when named %s",
    async (name) => {
      const { errors } = await refusalOf(showing([name], { external_id: "c-88" }));
      expect(errors).toStrictEqual(
        errorsAt("checkout.settings.customer_fields.read_only", `item 1 ${ONE_OF}`),
      );
    },
  );
});
