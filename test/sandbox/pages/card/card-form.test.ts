/** In this folder: paying with a card, by the form, a saved card or a test card. */

import { describe, expect, test, vi } from "vitest";
import { CARD, CHALLENGED, openPages, page, problemAt, tagOf } from "../open-pages.ts";

describe("the expiry date", () => {
  const MIDDLE = "2031-06-15T12:00:00Z";
  const EXPIRED = "This card has expired";

  test.each([
    [MIDDLE, "05/31", EXPIRED],
    [MIDDLE, "12/30", EXPIRED],
    [MIDDLE, "07/30", EXPIRED],
    ["2031-01-01T00:00:00Z", "12/30", EXPIRED],
    ["2031-07-01T00:00:00Z", "06/31", EXPIRED],
    [MIDDLE, "1120", EXPIRED],
    [MIDDLE, "12/2029", EXPIRED],
    [MIDDLE, "13/40", "This month does not exist"],
    [MIDDLE, "0040", "This month does not exist"],
    [MIDDLE, "12/4", "Enter the expiry date as MM/YY"],
    [MIDDLE, "06/31", undefined],
    ["2031-06-30T23:59:59Z", "06/31", undefined],
    [MIDDLE, "01/32", undefined],
    ["2031-12-31T23:59:59Z", "12/31", undefined],
    [MIDDLE, "12/2040", undefined],
    [MIDDLE, "1240", undefined],
    [MIDDLE, "12 / 40", undefined],
    [MIDDLE, "12 / 2040", undefined],
    [MIDDLE, "1/40", undefined],
  ])("on %s a card until %s has the problem %j", async (now, expiry, problem) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    const { checkout, post, status: statusOf } = openPages();
    const token = await checkout();
    const { status, text } = await post(page(token), { ...CARD, expiry });
    expect([status, await statusOf(token)]).toStrictEqual(problem ? [422, "error"] : [303, "successful"]);
    if (problem) expect(text).toContain(problem);
    expect(tagOf(text, "expiry").includes('aria-invalid="true"')).toBe(problem !== undefined);
  });

  test("reaches the merchant as month and year", async () => {
    const { checkout, post, state } = openPages();
    await post(page(await checkout()), { ...CARD, expiry: "7/41" });
    expect((await state()).transactions).toMatchObject([
      { transaction: { credit_card: { exp_month: 7, exp_year: 2041, holder: "KIM MULLER" } } },
    ]);
  });
});

describe("the security code", () => {
  test.each([
    ["123", 303, 422],
    ["1234", 422, 303],
    ["12345", 422, 422],
    ["12", 422, 422],
    ["12a", 422, 422],
    ["", 422, 422],
  ])("%j is answered with %i for Visa, with %i for American Express", async (code, visa, amex) => {
    const { checkout, post, savedCard } = openPages();
    for (const [number, expected, digits] of [
      ["4200 0000 0000 0000", visa, 3],
      ["3782 822463 10005", amex, 4],
    ] as const) {
      const entered = await post(page(await checkout()), { ...CARD, number, cvc: code });
      expect([number, entered.status]).toStrictEqual([number, expected]);
      if (expected === 422) expect(entered.text).toContain(`Enter the ${digits}-digit security code`);
      const credit_card = { token: await savedCard(number) };
      const again = page(await checkout({ payment_method: { credit_card } }));
      const saved = await post(again, { method: "credit_card", saved_cvc: code });
      expect([number, saved.status]).toStrictEqual([number, expected]);
    }
  });

  test("is not asked for by a payout", async () => {
    const { checkout, post } = openPages();
    const { cvc: _, ...withoutCode } = CARD;
    expect((await post(page(await checkout({ transaction_type: "payout" })), withoutCode)).status).toBe(303);
  });

  test("a form with another problem is shown without it, asks for it again, and does not call it wrong", async () => {
    const { checkout, post, savedCard } = openPages();
    const settings = { customer_fields: { visible: ["email" as const] }, agreement_toggle: {} };
    const credit_card = { token: await savedCard() };
    const good = { ...CARD, email: "kim@example.com", agreement: "on", saved_cvc: "123" };
    const { agreement: _, ...notAgreed } = good;
    for (const [token, name] of [
      [await checkout({ settings }), "cvc"],
      [await checkout({ settings, payment_method: { credit_card } }), "saved_cvc"],
    ] as const) {
      for (const [problem, fields] of [
        ["Enter an email address such as name@example.com", { ...good, email: "nonsense" }],
        ["Accept the agreement to continue", notAgreed],
      ] as const) {
        const { status, text } = await post(page(token), fields);
        expect(status).toBe(422);
        const [summary = ""] = /<div role="alert"[\s\S]*?<\/div>/.exec(text) ?? [];
        expect(summary).toContain(problem);
        expect(summary.match(/<li>/g)).toHaveLength(1);
        expect(tagOf(text, name)).not.toMatch(/aria-invalid|value=/);
        expect(tagOf(text, name)).toContain(`aria-describedby="${name}-hint"`);
        expect(text).toContain(`<small id="${name}-hint">Enter it again. It is not kept.</small>`);
      }
      expect((await post(page(token), good)).status).toBe(303);
    }
  });
});

describe("card data is in no later page", () => {
  const SECRETS = { number: "4200 0000 0000 0000", cvc: "7391", saved_cvc: "8462" };
  /** Random tokens and uids may have any digits in them. */
  const shownIn = (text: string, token: string) =>
    text.replaceAll(token, "").replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "");

  test("not in the step of another method", async () => {
    const { checkout, post } = openPages();
    const token = await checkout({ payment_method: { types: ["credit_card", "google_pay", "erip"] } });
    for (const method of ["google_pay", "erip"]) {
      const { status, text } = await post(page(token), { ...CARD, ...SECRETS, method, outcome: "later" });
      expect(status).toBe(200);
      const shown = shownIn(text, token);
      for (const secret of ["4200", "0000 0000", "7391", "8462"]) expect(shown).not.toContain(secret);
      expect(shown).toContain(`<input type="hidden" name="method" value="${method}"`);
      expect(shown).not.toContain('value="later"');
    }
  });

  test("not in the form that is shown again, except a test card's number", async () => {
    const { checkout, post, savedCard } = openPages();
    const token = await checkout({ payment_method: { credit_card: { token: await savedCard() } } });
    const wrong = { ...CARD, ...SECRETS, expiry: "12/4", saved_cvc: "84625" };
    for (const another of [{}, { another_card: "on" }]) {
      const { status, text } = await post(page(token), { ...wrong, ...another });
      expect(status).toBe(422);
      for (const field of ["cvc", "saved_cvc"].map((id) => tagOf(text, id))) {
        expect(field).not.toBe("");
        expect(field).not.toContain("value=");
      }
      const { number } = SECRETS;
      for (const [id, value] of Object.entries({ number, expiry: "12/4", holder: "KIM MULLER" }))
        expect(tagOf(text, id)).toContain(`value="${value}"`);
      expect(shownIn(text, token)).not.toMatch(/7391|84625/);
    }
  });

  test("neither in the form nor in the state if it is not a test card's", async () => {
    const { checkout, post, sandbox } = openPages();
    const token = await checkout();
    const answer = await post(page(token), { ...CARD, number: "4111 1111 1111 1111", cvc: "987" });
    const text = shownIn(answer.text, token);
    const kept = JSON.stringify(await sandbox.state());
    for (const secret of ["4111", "987", "1111 1111"]) {
      expect(text).not.toContain(secret);
      expect(
        kept.replaceAll(/"(id|token|privateKey|publicKey|createdAt|updatedAt)":"[^"]*"/g, ""),
      ).not.toContain(secret);
    }
    expect(tagOf(text, "number")).not.toContain("value=");
  });

  test("not on the challenge and the result", async () => {
    const { checkout, get, post } = openPages();
    const token = await checkout();
    await post(page(token), { ...CHALLENGED, cvc: "739" });
    const challenge = await get(page(token, "challenge"));
    await post(page(token, "challenge"), { answer: "confirm" });
    for (const { text } of [challenge, await get(page(token, "result"))]) {
      expect(shownIn(text, token)).not.toMatch(/4012|\b739\b/);
    }
  });
});

test.each([
  [{ read_only: ["holder" as const] }, "", "KIM MULLER"],
  [{ holder: "ROBIN NOVAK" }, "ROBIN NOVAK", "KIM MULLER"],
  [{ holder: "ROBIN NOVAK", read_only: [] }, "ROBIN NOVAK", "KIM MULLER"],
  [{ holder: "ROBIN NOVAK", read_only: ["holder" as const] }, "ROBIN NOVAK", "ROBIN NOVAK"],
])("with %j the holder is %j at first, and then %s", async (credit_card_fields, shown, paid) => {
  const { checkout, get, post, state } = openPages();
  const token = await checkout({ settings: { credit_card_fields } });
  const field = tagOf((await get(page(token))).text, "holder");
  expect(field).toContain(`value="${shown}"`);
  expect(field.includes("readonly")).toBe(paid === shown);
  await post(page(token), CARD);
  expect((await state()).transactions).toMatchObject([{ transaction: { credit_card: { holder: paid } } }]);
});

const NAME = "Enter the name on the card, in letters";
const INCOMPLETE = "The card number is incomplete";
const NOT_A_TEST_CARD = "This is no test card. Use a test card, such as 4200 0000 0000 0000";

test.each([
  ["number", "", "Enter the card number"],
  ["number", "4200 0000 0000 000", INCOMPLETE],
  ["number", "3782 822463 1000", INCOMPLETE],
  ["number", "371449635398431", NOT_A_TEST_CARD],
  ["number", "4111111111111111", NOT_A_TEST_CARD],
  ["number", "42000000000000000", "Check the digits of this card number"],
  ["number", "hello", INCOMPLETE],
  ["number", "4200 0000 0000 000x", NOT_A_TEST_CARD],
  ["number", "6759649826438453", "Cards of this brand are not accepted"],
  ["holder", "Zoë O’Brien-Smith Jr.", undefined],
  ["holder", "Jose\u0301 Nun\u0303ez", undefined],
  ["holder", "Ким Мюллер", undefined],
  ["holder", "K".repeat(101), NAME],
  ["holder", "Kim 7", NAME],
  ["holder", "-Kim", NAME],
] as const)("the %s %j has the problem %j", async (name, value, problem) => {
  const { checkout, post } = openPages();
  const token = await checkout({ payment_method: { excluded_brands: ["MAESTRO"] } });
  const { status, text } = await post(page(token), { ...CARD, [name]: value });
  expect([status, problemAt(text, name)]).toStrictEqual([problem ? 422 : 303, problem]);
});
