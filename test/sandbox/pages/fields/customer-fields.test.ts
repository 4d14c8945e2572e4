import { describe, expect, test } from "vitest";
import { CARD, openPages, page, tagOf } from "../open-pages.ts";

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

describe.each(FIELDS)("%s", (name, label, sent, entered) => {
  const customer = { country: "US", [name]: sent };

  test("is displayed when visible, with what was sent, and reaches the merchant as entered", async () => {
    const { checkout, get, post, payments } = openPages();
    const token = await checkout({ customer, settings: { customer_fields: { visible: [name] } } });
    const { text } = await get(page(token));
    expect(text).toMatch(new RegExp(`<label for="${name}">${label}<`));
    if (name === "country") expect(text).toContain(`<option value="${sent}" selected=`);
    else expect(tagOf(text, name)).toContain(`value="${sent}"`);
    expect(tagOf(text, name)).toContain(`name="${name}"`);
    expect(tagOf(text, name)).not.toMatch(/disabled|readonly/);
    expect(tagOf(text, name).includes("required")).toBe(name !== "state");
    expect((await post(page(token), { ...CARD, [name]: entered })).status).toBe(303);
    expect((await payments.checkouts.get(token)).customer).toMatchObject({ [name]: entered });
  });

  test("is required", async () => {
    const { checkout, post, status } = openPages();
    const token = await checkout({ customer, settings: { customer_fields: { visible: [name] } } });
    const answer = await post(page(token), { ...CARD, [name]: "" });
    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(
      new RegExp(`id="${name}-problem"[^>]*>(?:Enter|Choose) your ${label.toLowerCase()}[ a-z]*<`),
    );
    expect(await status(token)).toBe("incomplete");
  });

  test("stays as sent when read_only, also when it is visible", async () => {
    const { checkout, get, post, payments } = openPages();
    for (const visible of [[], [name]]) {
      const settings = { customer_fields: { visible, read_only: [name] } };
      const token = await checkout({ customer, settings });
      const { text } = await get(page(token));
      const shown = name === "country" ? "United States" : sent;
      expect(text).toContain(`<output id="${name}" class="fixed" dir="auto">${shown}</output>`);
      expect(text).not.toContain(`name="${name}"`);
      expect((await post(page(token), { ...CARD, [name]: entered })).status).toBe(303);
      expect((await payments.checkouts.get(token)).customer).toMatchObject({ [name]: sent });
    }
  });

  test("is neither displayed nor read if it is in neither list", async () => {
    const { checkout, get, post, payments } = openPages();
    const token = await checkout({ customer });
    expect(tagOf((await get(page(token))).text, name)).toBe("");
    expect((await post(page(token), { ...CARD, [name]: entered })).status).toBe(303);
    expect((await payments.checkouts.get(token)).customer).toMatchObject({ [name]: sent });
  });

  test("is asked for if a product's visible_fields has it", async () => {
    const { product, get } = openPages();
    const { confirm_url } = await product({ visible_fields: [name] });
    expect(tagOf((await get(new URL(confirm_url).pathname)).text, name)).toContain(`name="${name}"`);
  });
});

test("fields have the order of an address, in whatever order they were sent", async () => {
  const { checkout, get } = openPages();
  const visible = FIELDS.map(([name]) => name).reverse();
  const { text } = await get(page(await checkout({ settings: { customer_fields: { visible } } })));
  const shown = [...text.matchAll(/<label for="(\w+)"/g)].map(([, name]) => name);
  expect(shown.slice(0, FIELDS.length)).toStrictEqual(FIELDS.map(([name]) => name));
});

test.each([
  ["address", "x".repeat(255), 303],
  ["address", "x".repeat(256), 422],
  ["email", "kim@example.com", 303],
  ["email", "kim@ example.com", 422],
  ["email", "kim", 422],
  ["email", "kim@", 422],
  ["email", "a@b@c", 422],
  ["country", "Germany", 422],
  ["country", "us", 422],
  ["birth_date", "31.12.1990", 422],
  ["birth_date", "2001-02-30", 422],
] as const)("the %s %j is answered with %i", async (name, value, expected) => {
  const { checkout, post } = openPages();
  const token = await checkout({ settings: { customer_fields: { visible: [name] } } });
  const answer = await post(page(token), { ...CARD, [name]: value });
  expect(answer.status).toBe(expected);
  if (expected === 422) expect(tagOf(answer.text, name)).toContain('aria-invalid="true"');
});

test("a value in the wrong format is refused with the format to use", async () => {
  const country = "Choose a country from the list";
  for (const [name, value, given, problem] of [
    ["country", "Germany", {}, country],
    ["country", "de", {}, country],
    ["state", "", { country: "US" }, "Enter your state"],
    ["birth_date", "31.12.1990", {}, "Enter a real date as YYYY-MM-DD"],
    ["email", "kim", {}, "Enter an email address such as name@example.com"],
    ["city", "x".repeat(256), {}, "City: at most 255 characters"],
  ] as const) {
    const { checkout, post } = openPages();
    const customer_fields = { visible: [name] };
    const token = await checkout({ customer: given, settings: { customer_fields } });
    const { text } = await post(page(token), { ...CARD, [name]: value });
    const [, shown] = new RegExp(`id="${name}-problem"[^>]*>([^<]*)<`).exec(text) ?? [];
    expect([name, shown]).toStrictEqual([name, problem]);
    expect(text).toMatch(new RegExp(`<a href="#${name}"[^>]*>${problem}<`));
  }
});

test("only the state and the date of birth have a hint, which screen readers read", async () => {
  const { checkout, get } = openPages();
  const visible = FIELDS.map(([name]) => name);
  const { text } = await get(page(await checkout({ settings: { customer_fields: { visible } } })));
  const hints = visible.flatMap((name) => {
    const [, hint] = new RegExp(`id="${name}-hint"[^>]*>([^<]*)<`).exec(text) ?? [];
    expect(tagOf(text, name).includes(`aria-describedby="${name}-hint `)).toBe(hint !== undefined);
    return hint === undefined ? [] : [[name, hint]];
  });
  expect(hints).toStrictEqual([
    ["state", "Required in India, the USA and Canada"],
    ["birth_date", "YYYY-MM-DD"],
  ]);
});

test.each([
  ["IN", 422],
  ["US", 422],
  ["CA", 422],
  ["DE", 303],
])("without a state, an address in %s gets %i", async (country, expected) => {
  const { checkout, post } = openPages();
  const settings = { customer_fields: { visible: ["state" as const, "country" as const] } };
  expect((await post(page(await checkout({ settings })), { ...CARD, country, state: "" })).status).toBe(
    expected,
  );
});

test("a form with a problem keeps the entries, the country too", async () => {
  const { checkout, post } = openPages();
  const settings = { customer_fields: { visible: ["country" as const, "city" as const] } };
  const token = await checkout({ settings, customer: { country: "US", city: "Ghent" } });
  const { text } = await post(page(token), { ...CARD, country: "FR", city: " Lyon ", cvc: "" });
  expect(text).toContain('<option value="FR" selected=');
  expect(text).not.toContain('<option value="US" selected=');
  expect(tagOf(text, "city")).toContain('value="Lyon"');
});

test("countries are listed by their names in the customer's language, with one that the list lacks", async () => {
  const { checkout, get } = openPages();
  const settings = { customer_fields: { visible: ["country" as const] }, language: "ru" };
  const russian = (await get(page(await checkout({ settings })))).text;
  expect(russian).toMatch(/<option value="DE">Германия</);
  const english = { ...settings, language: "en" };
  const { text } = await get(page(await checkout({ settings: english, customer: { country: "XK" } })));
  expect(text).toMatch(/<option value="XK" selected="">Kosovo</);
  expect(text).toMatch(/<option value="DE">Germany</);
});

test("countries are in the alphabetical order of the customer's language", async () => {
  const { checkout, get } = openPages();
  for (const language of ["en", "ru"]) {
    const settings = { customer_fields: { visible: ["country" as const] }, language };
    const { text } = await get(page(await checkout({ settings })));
    const options = [...text.matchAll(/<option value="[A-Z]{2}">([^<]*)</g)];
    const names = options.map(([, name = ""]) => name);
    expect(names).toStrictEqual([...names].sort(new Intl.Collator(language).compare));
    expect(names.length).toBeGreaterThan(200);
  }
});
