import { describe, expect, test } from "vitest";
import { aCheckout, bodySentBy, createCheckout, errorsAt, having, refusalOf } from "./params.ts";

const withCustomer = (customer: Record<string, unknown>) => createCheckout(having(aCheckout, { customer }));

const COUNTRY = "must be an ISO 3166-1 alpha-2 code, such as DE";
const BIRTH_DATE = "must be a real date written YYYY-MM-DD";

const TEXTS = [
  "email",
  "first_name",
  "last_name",
  "address",
  "city",
  "zip",
  "phone",
  "external_id",
  "taxpayer_id",
];

describe.each(TEXTS)("%s", (field) => {
  test("accepts any text", async () => {
    const body = await bodySentBy(withCustomer({ [field]: "Müller & Söhne, 1/2 🎟" }));
    expect(body).toHaveProperty(`checkout.customer.${field}`, "Müller & Söhne, 1/2 🎟");
  });

  test.each([90001, true, ["a"], {}])("refuses %j", async (value) => {
    const { errors } = await refusalOf(withCustomer({ [field]: value }));
    expect(errors).toStrictEqual(errorsAt(`checkout.customer.${field}`, "must be a string"));
  });
});

test.each(["DE", "US", "GB"])("accepts country %s", async (country) => {
  expect(await bodySentBy(withCustomer({ country }))).toHaveProperty("checkout.customer.country", country);
});

test.each(["de", "DEU", "D", "Germany", "DE ", "ÄÖ", "12", 276, true, {}])(
  "refuses country %j",
  async (country) => {
    const { errors } = await refusalOf(withCustomer({ country }));
    expect(errors).toStrictEqual(errorsAt("checkout.customer.country", COUNTRY));
  },
);

test.each([
  ["US", "CA"],
  ["US", "California"],
  ["DE", "Baden-Württemberg"],
  ["MX", "1"],
  ["", " "],
  [null, "CA"],
  [undefined, "CA"],
])("accepts country %j with state %j, as shops send them", async (country, state) => {
  const body = await bodySentBy(withCustomer({ country, state }));
  expect(body).toHaveProperty("checkout.customer", JSON.parse(JSON.stringify({ country, state })));
});

// A parsed query string (node:querystring) contains such objects.
const bare: unknown = Object.create(null);

test.each([
  ["a number", 5],
  ["a list", ["CA"]],
  ["an object", {}],
  ["an object without a prototype", bare],
])("refuses %s as a state", async (_, state) => {
  const { issues } = await refusalOf(withCustomer({ country: "US", state }));
  expect(issues.map(({ path }) => path)).toStrictEqual([["checkout", "customer", "state"]]);
  expect(issues[0]?.messages[0]).toBe("must be a string");
});

test("refuses a country that is an object without a prototype", async () => {
  const { issues } = await refusalOf(withCustomer({ state: "CA", country: bare }));
  expect(issues.map(({ path }) => path.at(-1))).toStrictEqual(["country"]);
});

test.each(["1988-02-29", "2000-02-29", "1900-01-01", "2026-12-31"])("accepts birth_date %s", async (date) => {
  const body = await bodySentBy(withCustomer({ birth_date: date }));
  expect(body).toHaveProperty("checkout.customer.birth_date", date);
});

test.each([
  "1987-02-29",
  "1900-02-29",
  "1988-02-30",
  "1988-04-31",
  "1988-13-01",
  "1988-00-01",
  "1988-01-00",
  "1988-1-2",
  "88-01-02",
  "02.01.1988",
  "01/02/1988",
  "1988-01-02T00:00:00Z",
  "1988-01-02 ",
  "19880102",
  "1988",
  "today",
  568080000000,
  true,
  {},
])("refuses birth_date %j", async (date) => {
  const { errors } = await refusalOf(withCustomer({ birth_date: date }));
  expect(errors).toStrictEqual(errorsAt("checkout.customer.birth_date", BIRTH_DATE));
});

test("refuses a Date as birth_date: without a time zone, a Date has no calendar day", async () => {
  const { errors } = await refusalOf(withCustomer({ birth_date: new Date("1988-01-02") }));
  expect(errors).toStrictEqual(errorsAt("checkout.customer.birth_date", BIRTH_DATE));
});
