import { describe, expect, test } from "vitest";
import { messagesFor } from "../../../src/sandbox/customer-pages/languages/messages.ts";
import { TEST_CARDS } from "../../../src/sandbox/gateway/cards/test-cards.ts";
import { PAGE_LANGUAGES } from "../../../src/sandbox/gateway/gateway.ts";
import { DECLINED, openPages, page, tagOf } from "./open-pages.ts";

/** Every text by its key, with sample arguments. */
const textsOf = (texts: unknown, key = ""): [string, string][] => {
  if (typeof texts === "string") return [[key, texts]];
  if (typeof texts === "function") return [[key, String(texts("7", "8"))]];
  return Object.entries(Object(texts)).flatMap(([name, value]) => textsOf(value, `${key}.${name}`));
};

/** Texts that may be the same as the English ones: names, codes, and words that both languages have. */
const MAY_BE_ENGLISH = /language|erip|cardExpiryHint|\.customer\.(email|phone)|\.total|\.optional/;

describe.each(PAGE_LANGUAGES)("in %s", (language) => {
  test("the page has the language's texts, and its numbers", async () => {
    const { checkout, get } = openPages();
    const token = await checkout({ settings: { language } });
    const { text } = await get(page(token));
    expect(text).toContain(`<html lang="${language}">`);
    const amount = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).format(129);
    expect(text).toContain(messagesFor(language).pay(amount));
  });

  test("every text is given, translated, and has its arguments", () => {
    const english = new Map(textsOf(messagesFor("en")));
    const texts = textsOf(messagesFor(language));
    expect(texts.filter(([, text]) => text.trim() === "")).toStrictEqual([]);
    if (language === "en") return;
    const same = texts.filter(([key, text]) => text === english.get(key) && !MAY_BE_ENGLISH.test(key));
    expect(same).toStrictEqual([]);
    const isArgumentMissing = ([key, text]: [string, string]) =>
      ["7", "8"].some(
        (argument) =>
          /[78]/.test(english.get(key) ?? "") &&
          english.get(key)?.includes(argument) &&
          !text.includes(argument),
      );
    expect(texts.filter(isArgumentMissing)).toStrictEqual([]);
  });
});

test.each([
  ["de-AT", "de"],
  ["RU-Cyrl", "ru"],
  ["ru_RU", "ru"],
  ["zh-Hant", "en"],
  ["pl", "en"],
  [undefined, "en"],
])("a token with the language %s has a page in %s", async (language, shown) => {
  const { checkout, get } = openPages();
  const { text } = await get(page(await checkout({ settings: { ...(language && { language }) } })));
  expect(text).toContain(`<html lang="${shown}">`);
});

test("after a decline the form has what was typed, but not the declined card", async () => {
  const { checkout, get, post, sandbox } = openPages();
  const settings = { agreement_toggle: {}, customer_fields: { visible: ["email" as const] } };
  const token = await checkout({ settings, attempts: 2 });
  const typed = { ...DECLINED, holder: "ROBIN NOVAK", email: "kim@example.com", agreement: "on", cvc: "739" };
  await post(page(token), typed);
  const { text } = await get(page(token));
  for (const [id, value] of [
    ["holder", "ROBIN NOVAK"],
    ["email", "kim@example.com"],
  ] as const)
    expect(tagOf(text, id)).toContain(`value="${value}"`);
  expect(tagOf(text, "agreement")).toContain("checked");
  for (const id of ["number", "expiry", "cvc"]) expect(tagOf(text, id)).not.toMatch(/ value="[^"]/);
  expect(JSON.stringify(await sandbox.state())).not.toContain(DECLINED.number);
});

test("the reason of every declined test card is in the language of the page", async () => {
  const { sandbox, checkout, get } = openPages();
  for (const { number: card, secure, decline } of TEST_CARDS.filter(({ outcome }) => outcome === "failed")) {
    const token = await checkout({ settings: { language: "ru" } });
    await sandbox.pay(token, { card });
    const { text } = await get(page(token, "result"));
    const [, reason = "none"] = /<dt>Причина<\/dt><dd[^>]*>([^<]+)/.exec(text) ?? [];
    const expected = decline || secure === "failed" ? /^[А-Я][а-я]+ / : /^none$/;
    expect([card, reason]).toStrictEqual([card, expect.stringMatching(expected)]);
  }
});

test("a customer who switches the language keeps it through the form", async () => {
  const { checkout, get, post } = openPages();
  const { text } = await get(page(await checkout({ settings: { language: "en" } })));
  const [, address = ""] = /href="(\?[^"]*language=de)"/.exec(text) ?? [];
  const german = (await get(`/v2/checkout${address.replaceAll("&amp;", "&")}`)).text;
  const [, action = ""] = /<form method="post" action="([^"]*)"/.exec(german) ?? [];
  const again = await post(action.replaceAll("&amp;", "&"), { ...DECLINED, expiry: "12/4" });
  expect(again.text).toContain('<html lang="de">');
});
