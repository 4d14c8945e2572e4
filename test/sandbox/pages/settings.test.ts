import { describe, expect, test } from "vitest";
import { CARD, openPages, page, shownPage, tagOf } from "./open-pages.ts";

describe("the agreement", () => {
  const agreement_toggle = {
    text: "I read [the terms] and [rules]",
    url: "https://shop.example/terms?a=1&b",
  };

  test("has a link in place of the brackets, in a new tab", async () => {
    expect(await shownPage({ settings: { agreement_toggle } })).toMatch(
      /I read <a href="https:\/\/shop.example\/terms\?a=1&amp;b" target="_blank" rel="noopener noreferrer">the terms/,
    );
    expect(await shownPage({ settings: { agreement_toggle: {} } })).not.toContain("undefined");
  });

  test.each([
    [{}, {}, 422],
    [{}, { agreement: "on" }, 303],
    [{ agreed: true }, {}, 303],
    [{ agreement_toggle: undefined }, {}, 303],
  ])("with %j and %j gets %i, and a link to what is missing", async (settings, fields, status) => {
    const { checkout, post } = openPages();
    const token = await checkout({ settings: { agreement_toggle, ...settings } });
    const answer = await post(page(token), { ...CARD, ...fields });
    expect(answer.status).toBe(status);
    if (status === 303) return;
    expect(answer.text).toMatch(/<a href="#agreement"[^>]*>Accept the agreement to continue</);
    expect(answer.text).toMatch(/id="agreement-problem"[^>]*>Accept the agreement to continue</);
  });

  test("is accepted by default only if the merchant sent that, and not after a post without it", async () => {
    for (const value of [undefined, false, true]) {
      const { checkout, get, post } = openPages();
      const token = await checkout({ settings: { agreement_toggle: { ...agreement_toggle, value } } });
      expect(tagOf((await get(page(token))).text, "agreement").includes("checked")).toBe(value === true);
      expect(tagOf((await post(page(token), CARD)).text, "agreement")).not.toContain("checked");
    }
  });
});

describe("language", () => {
  test.each([
    [3245, "USD", "$32.45"],
    [3245, "JPY", "¥3,245"],
    [3245, "KWD", "KWD\u00a03.245"],
    [Number.MAX_SAFE_INTEGER, "EUR", "€90,071,992,547,409.91"],
  ])("%i %s is written %s", async (amount, currency, expected) => {
    expect(await shownPage({ order: { amount, currency } })).toContain(expected);
  });
});

test("a test payment, or the confirmation of a test product, is marked as one", async () => {
  const { product, get } = openPages();
  for (const isTest of [true, false]) {
    const confirmation = await get(new URL((await product({ test: isTest })).confirm_url).pathname);
    for (const text of [await shownPage({ test: isTest }), confirmation.text]) {
      expect(text.includes("Test payment")).toBe(isTest);
      expect(text).toContain("Local gateway: no money moves");
    }
  }
});
