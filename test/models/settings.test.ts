import { describe, expect, test } from "vitest";
import { CUSTOMER_FIELDS } from "./complete-params.ts";
import { aCheckout, bodySentBy, createCheckout, errorsAt, having, refusalOf } from "./params.ts";

describe("addresses", () => {
  const valid: readonly (readonly [url: string, sent: string])[] = [
    ["https://shop.example", "https://shop.example/"],
    ["http://shop.example/a/b?c=d&e=%20#f", "http://shop.example/a/b?c=d&e=%20#f"],
    ["https://user:pass@shop.example:8443/", "https://user:pass@shop.example:8443/"],
    ["http://127.0.0.1:3000/notify", "http://127.0.0.1:3000/notify"],
    ["https://grüße.example/über uns?müll=ja", "https://xn--gre-6ka8l.example/%C3%BCber%20uns?m%C3%BCll=ja"],
    ["HTTP://SHOP.EXAMPLE:80", "http://shop.example/"],
    ["https://shop.example/a\n", "https://shop.example/a"],
  ];
  const apps: typeof valid = [
    ["myapp://paid", "myapp://paid"],
    ["com.shop.example:/paid/ü", "com.shop.example:/paid/%C3%BC"],
    ["databank://paid", "databank://paid"],
  ];
  const invalid = [
    "shop.example",
    "localhost:3000/notify",
    "shop.example:8443",
    "/notify",
    "//shop.example/notify",
    " ",
    " https://shop.example",
    "https:/shop.example",
    "https://",
    "http://:80",
    "https://shop example",
    "https://shop.example:port",
    "javascript:alert(1)",
    "JavaScript://shop.example/%0aalert(1)",
    "java\tscript:alert(1)",
    "data:text/html,hello",
    "vbscript:msgbox(1)",
    "BLOB:https://shop.example/5b8f",
    5,
    {},
    ["https://shop.example"],
  ];
  // `conformance` has an address of these two kinds in every field.
  const kinds = [
    ["notification_url", valid, [...invalid, ...apps.map(([app]) => app)], "must be an absolute http(s) URL"],
    [
      "return_url",
      [...valid, ...apps],
      invalid,
      "must be an absolute URL, such as https://shop.example or myapp://paid",
    ],
  ] as const;

  test.each(kinds)("%s is sent percent-encoded, with its host name in ASCII", async (field, accepted) => {
    for (const [url, sent] of accepted) {
      const body = await bodySentBy(createCheckout(having(aCheckout, { [`settings.${field}`]: url })));
      expect(body).toHaveProperty(`checkout.settings.${field}`, sent);
    }
  });

  test.each(kinds)("%s refuses what is not such an address", async (field, _, refused, message) => {
    for (const url of refused) {
      const { errors } = await refusalOf(createCheckout(having(aCheckout, { [`settings.${field}`]: url })));
      expect([url, errors]).toStrictEqual([url, errorsAt(`checkout.settings.${field}`, message)]);
    }
  });
});

describe("a field in customer_fields.read_only", () => {
  const REQUIRED = "is required by settings.customer_fields.read_only";
  const showing = (readOnly: unknown, customer: unknown) =>
    createCheckout(having(aCheckout, { "settings.customer_fields.read_only": readOnly, customer }));

  test("is refused when the customer section, or its field, is not given", async () => {
    const expected = Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, [REQUIRED]]));
    const empty = [undefined, null, ""].map((nothing) =>
      Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, nothing])),
    );
    for (const customer of [undefined, null, {}, ...empty]) {
      const { errors } = await refusalOf(showing(CUSTOMER_FIELDS, customer));
      expect(errors).toStrictEqual({ checkout: { customer: expected } });
    }
  });

  test("is reported once, however often it is listed", async () => {
    const { errors } = await refusalOf(showing(["email", "email"], {}));
    expect(errors).toStrictEqual(errorsAt("checkout.customer.email", REQUIRED));
  });

  test("is refused at the list only when it is another name", async () => {
    const path = "checkout.settings.customer_fields.read_only";
    for (const name of ["mail", "external_id", "toString"]) {
      const { errors } = await refusalOf(showing([name], { external_id: "c-88" }));
      expect(errors).toStrictEqual(errorsAt(path, `item 1 must be one of ${CUSTOMER_FIELDS.join(", ")}`));
    }
  });
});
