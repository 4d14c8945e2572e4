import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/index.ts";
import { CARD, openPages, page, type TokenParams, tagOf } from "./open-pages.ts";
import { stateOf } from "./state-of.ts";

const shown = async (more: TokenParams) => {
  const { checkout, get } = openPages();
  return (await get(page(await checkout(more)))).text;
};

describe("customer fields", () => {
  const settings: Settings = {
    customer_fields: { visible: ["first_name", "country"], read_only: ["email"] },
  };
  const customer = { email: "kim@example.com", first_name: "Kim", phone: "+49 30 9018-20" };

  test("are displayed when they are visible or read_only, and no others", async () => {
    const text = await shown({ settings, customer });
    expect(tagOf(text, "first_name")).toMatch(/value="Kim".* required/);
    expect(text).toMatch(/<output id="email"[^>]*>kim@example.com</);
    expect(tagOf(text, "country")).toMatch("<select");
    expect(text).not.toContain("9018-20");
  });

  test("reach the merchant as entered, but read_only ones as sent", async () => {
    const { checkout, post, payments } = openPages();
    const token = await checkout({ settings, customer });
    await post(page(token), {
      ...CARD,
      first_name: "Robin",
      country: "DE",
      email: "x@x.example",
      city: "Ghent",
    });
    const { customer: now } = await payments.checkouts.get(token);
    expect(now).toMatchObject({ first_name: "Robin", country: "DE", email: "kim@example.com", city: null });
  });

  test("have all their problems listed at once, with the entries", async () => {
    const { checkout, post } = openPages();
    const visible = ["email", "first_name", "country", "birth_date", "state"] as const;
    const token = await checkout({ settings: { customer_fields: { visible: [...visible] } } });
    const entered = {
      email: "kim",
      first_name: "",
      country: "US",
      birth_date: "2001-02-30",
      state: "",
    };
    const { status, text } = await post(page(token), { ...CARD, ...entered, number: "1" });
    expect(status).toBe(422);
    expect(text).toContain('role="alert" tabindex="-1" autofocus');
    for (const name of [...visible.filter((name) => name !== "country"), "number"]) {
      expect(text).toContain(`href="#${name}"`);
      expect(tagOf(text, name)).toMatch(
        new RegExp(`aria-invalid="true" aria-describedby="[^"]*${name}-problem"`),
      );
    }
    expect(tagOf(text, "birth_date")).toContain('value="2001-02-30"');
    expect(text).toContain('<option value="US" selected="">');
  });

  test.each([
    [{ country: "US", state: "CA" }, 303],
    [{ country: "US", state: "" }, 422],
    [{ country: "DE", state: "" }, 303],
    [{ country: "DE", state: "Baden-Württemberg" }, 303],
    [{ country: "Deutschland", state: "" }, 422],
  ])("need a state in countries with states only: %j gets %i", async (address, expected) => {
    const { checkout, post } = openPages();
    const token = await checkout({ settings: { customer_fields: { visible: ["state", "country"] } } });
    expect((await post(page(token), { ...CARD, ...address })).status).toBe(expected);
  });

  test("that are read_only are hidden from alternative methods", async () => {
    const text = await shown({ settings, customer, payment_method: { types: ["erip"] } });
    expect(tagOf(text, "email")).toBe("");
    expect(tagOf(text, "first_name")).not.toBe("");
  });
});

describe("the card form", () => {
  test("opens with the holder, which read_only keeps", async () => {
    const credit_card_fields = { holder: "ROBIN NOVAK", read_only: ["holder" as const] };
    const { checkout, get, post, sandbox } = openPages();
    const token = await checkout({ settings: { credit_card_fields } });
    expect(tagOf((await get(page(token))).text, "holder")).toMatch(/value="ROBIN NOVAK" readonly=""/);
    await post(page(token), CARD);
    expect((await stateOf(sandbox)).transactions).toMatchObject([
      { transaction: { credit_card: { holder: "ROBIN NOVAK" } } },
    ]);
  });

  test.each([
    [undefined, /Save this card for future payments/],
    [{ text: "Remember my card", hint: "For next month" }, /Remember my card[\s\S]*For next month/],
    [{ display: false }, /^(?![\s\S]*name="save_card")/],
  ])("has the save-card toggle that %j asks for", async (save_card_toggle, expected) => {
    expect(await shown({ settings: { save_card_toggle } })).toMatch(expected);
  });

  test("has the attributes for autofill and keyboards", async () => {
    const text = await shown({});
    for (const [id, hint] of Object.entries({
      number: "cc-number",
      holder: "cc-name",
      expiry: "cc-exp",
      cvc: "cc-csc",
    })) {
      expect(tagOf(text, id)).toContain(`autocomplete="${hint}"`);
    }
    expect(tagOf(text, "holder")).toContain('spellcheck="false"');
  });
});

describe("the agreement", () => {
  const agreement_toggle = {
    text: "I read [the terms] and [rules]",
    url: "https://shop.example/terms?a=1&b",
  };

  test("has a link in place of the brackets, in a new tab", async () => {
    const text = await shown({ settings: { agreement_toggle } });
    expect(text).toMatch(
      /I read <a href="https:\/\/shop.example\/terms\?a=1&amp;b" target="_blank" rel="noopener noreferrer">the terms/,
    );
  });

  test.each([
    [{}, {}, 422],
    [{}, { agreement: "on" }, 303],
    [{ agreed: true }, {}, 303],
    [{ agreement_toggle: undefined }, {}, 303],
  ])("with %j and %j gets %i", async (settings, fields, expected) => {
    const { checkout, post } = openPages();
    const token = await checkout({ settings: { agreement_toggle, ...settings } });
    expect((await post(page(token), { ...CARD, ...fields })).status).toBe(expected);
  });

  test("that was not accepted is named, with a link to it", async () => {
    const { checkout, post } = openPages();
    const { text } = await post(page(await checkout({ settings: { agreement_toggle } })), CARD);
    expect(text).toMatch(/<a href="#agreement"[^>]*>Accept the agreement to continue</);
    expect(text).toMatch(/id="agreement-problem"[^>]*>Accept the agreement to continue</);
  });

  test.each([true, false])("is %s by default if the merchant sent that", async (value) => {
    const text = await shown({ settings: { agreement_toggle: { ...agreement_toggle, value } } });
    expect(tagOf(text, "agreement").includes("checked")).toBe(value);
  });
});

describe("language", () => {
  test.each([
    [undefined, "en", "Pay €129.00"],
    ["en", "en", "Pay €129.00"],
    ["ru", "ru", "Заплатить 129,00\u00a0€"],
    ["ru-RU", "ru", "Заплатить 129,00\u00a0€"],
    ["RU", "ru", "Заплатить 129,00\u00a0€"],
    ["en-RU", "en", "Pay €129.00"],
    ["xx", "en", "Pay €129.00"],
  ])("%s shows the page in %s", async (language, lang, button) => {
    const text = await shown({ settings: { language } });
    expect(text).toContain(`<html lang="${lang}">`);
    expect(text).toContain(button);
  });

  test.each([
    [3245, "USD", "$32.45"],
    [3245, "JPY", "¥3,245"],
    [3245, "KWD", "KWD\u00a03.245"],
    [Number.MAX_SAFE_INTEGER, "EUR", "€90,071,992,547,409.91"],
  ])("%i %s is written %s", async (amount, currency, expected) => {
    expect(await shown({ order: { amount, currency, description: "x" } })).toContain(expected);
  });
});

test("the receipt's lines and the button's text are on the result page, custom values are not", async () => {
  const { checkout, get, sandbox } = openPages();
  const token = await checkout({
    settings: { button_next_text: "Back to reading", return_url: "https://shop.example/" },
    order: {
      amount: 100,
      currency: "EUR",
      description: "Pass",
      custom_fields: { custom_field_1: { label: "Reader", value: "R-4711", visible: true } },
      additional_data: { receipt_text: ["Thank you for reading", "Floor 2"] },
    },
  });
  await sandbox.pay(token);
  const { text } = await get(page(token, "result"));
  for (const line of ["Payment successful", "Back to reading", "Thank you for reading", "Floor 2"]) {
    expect(text).toContain(line);
  }
  expect(text).not.toContain("R-4711");
});

test("a test payment is marked as one", async () => {
  expect(await shown({ test: true })).toContain("Test payment");
  const text = await shown({});
  expect(text).not.toContain("Test payment");
  expect(text).toContain("Sandbox: no money moves");
});
