import { describe, expect, test } from "vitest";
import { CARD, openPages, page, problemAt, tagOf } from "../open-pages.ts";

/** Each field with its label, the merchant's value and the customer's entry. */
const FIELDS = [
  ["first_name", "First name", "Kim", "Robin"],
  ["last_name", "Last name", "Muller", "Novak"],
  ["email", "Email", "kim@example.com", "robin@example.com"],
  ["phone", "Phone", "+49 30 901820", "+32 9 2661500"],
  ["country", "Country", "US", "CA"],
  ["state", "State", "NY", "CA"],
  ["city", "City", "Ghent", "Lyon"],
  ["zip", "Postal code", "9000", "69001"],
  ["address", "Address", "1 Main Street", "2 Side Street"],
  ["birth_date", "Date of birth", "1990-12-31", "1991-01-01"],
  ["taxpayer_id", "Taxpayer number", "123456789", "987654321"],
] as const;
const NAMES = FIELDS.map(([name]) => name);

const asking = (...visible: (typeof NAMES)[number][]) => ({ settings: { customer_fields: { visible } } });

describe.each(FIELDS)("%s", (name, label, sent, entered) => {
  const customer = { country: "US", [name]: sent };

  test("is displayed when visible, with what was sent, required, and reaches the merchant as entered", async () => {
    const { checkout, get, post, payments, status } = openPages();
    const token = await checkout({ customer, ...asking(name) });
    const { text } = await get(page(token));
    expect(text).toMatch(new RegExp(`<label for="${name}">${label}<`));
    if (name === "country") expect(text).toContain(`<option value="${sent}" selected=`);
    else expect(tagOf(text, name)).toContain(`value="${sent}"`);
    expect(tagOf(text, name)).toContain(`name="${name}"`);
    expect(tagOf(text, name)).not.toMatch(/disabled|readonly/);
    expect(tagOf(text, name).includes("required")).toBe(name !== "state");
    const empty = await post(page(token), { ...CARD, [name]: "" });
    expect([empty.status, await status(token)]).toStrictEqual([422, "error"]);
    expect(problemAt(empty.text, name)).toBe(`Fill in “${label}”`);
    expect((await post(page(token), { ...CARD, [name]: entered })).status).toBe(303);
    expect((await payments.checkouts.get(token)).customer).toMatchObject({ [name]: entered });
  });

  test("stays as sent when read_only, also when it is visible, and without being displayed in neither list", async () => {
    const { checkout, get, post, payments } = openPages();
    for (const customer_fields of [{ read_only: [name] }, { visible: [name], read_only: [name] }, {}]) {
      const token = await checkout({ customer, settings: { customer_fields } });
      const { text } = await get(page(token));
      const shown = name === "country" ? "United States" : sent;
      const fixed = `<output id="${name}">${shown}</output>`;
      expect(text.includes(fixed)).toBe("read_only" in customer_fields);
      expect(text).not.toContain(`name="${name}"`);
      expect((await post(page(token), { ...CARD, [name]: entered })).status).toBe(303);
      expect((await payments.checkouts.get(token)).customer).toMatchObject({ [name]: sent });
    }
  });
});

const COUNTRY = "Choose a country from the list";
const EMAIL = "Enter an email address such as name@example.com";
const DATE = "Enter a real date as YYYY-MM-DD";

test.each([
  ["address", "x".repeat(255), undefined],
  ["address", "x".repeat(256), "Address: at most 255 characters"],
  ["email", "kim@example.com", undefined],
  ["email", "kim@ example.com", EMAIL],
  ["email", "kim", EMAIL],
  ["email", "kim@", EMAIL],
  ["email", "a@b@c", EMAIL],
  ["country", "Germany", COUNTRY],
  ["country", "de", COUNTRY],
  ["birth_date", "31.12.1990", DATE],
  ["birth_date", "2001-02-30", DATE],
] as const)("the %s %j has the problem %j", async (name, value, problem) => {
  const { checkout, post } = openPages();
  const { status, text } = await post(page(await checkout(asking(name))), { ...CARD, [name]: value });
  expect(status).toBe(problem ? 422 : 303);
  expect(problemAt(text, name)).toBe(problem);
});

test.each([
  ["IN", "", 422],
  ["US", "", 422],
  ["US", "CA", 303],
  ["CA", "", 422],
  ["DE", "", 303],
  ["DE", "Baden-Württemberg", 303],
])("in %s, the state %j gets %i", async (country, state, expected) => {
  const { checkout, post } = openPages();
  const token = await checkout(asking("state", "country"));
  expect((await post(page(token), { ...CARD, country, state })).status).toBe(expected);
});

test("all problems are listed at once, each with a link to its field, and the entries are kept", async () => {
  const { checkout, post } = openPages();
  const token = await checkout({
    ...asking("email", "first_name", "country", "city", "birth_date", "state"),
    customer: { country: "FR", city: "Ghent" },
  });
  const wrong = { email: "kim", first_name: "", birth_date: "2001-02-30", state: "" };
  const entered = { ...CARD, ...wrong, country: "US", city: " Lyon ", number: "1" };
  const { status, text } = await post(page(token), entered);
  expect(status).toBe(422);
  expect(text).toContain('role="alert" tabindex="-1" autofocus');
  for (const name of [...Object.keys(wrong), "number"]) {
    expect(text).toContain(`<a href="#${name}">${problemAt(text, name)}</a>`);
    expect(tagOf(text, name)).toMatch(
      new RegExp(`aria-invalid="true" aria-describedby="[^"]*${name}-problem"`),
    );
  }
  expect(tagOf(text, "birth_date")).toContain('value="2001-02-30"');
  expect(tagOf(text, "city")).toContain('value="Lyon"');
  expect(text).toContain('<option value="US" selected="">');
  expect(text).not.toContain('<option value="FR" selected=');
});
