import { expect, test } from "vitest";
import { openPages, page, type TokenParams } from "./open-pages.ts";

/** A mark of a card brand on a page. */
interface Mark {
  readonly sign: string;
  /** Of the card and of the line on it. */
  readonly colors: string;
  /** Matches the first digits of the brand's numbers; undefined outside of the card number's field. */
  readonly prefix: RegExp | undefined;
}

const marksIn = (text: string): Mark[] =>
  [...text.matchAll(/<svg class="brand"([^>]*)>(.*?)<\/svg>/g)].map(([, attributes = "", content = ""]) => {
    const [, prefix] = / data-prefix="([^"]*)"/.exec(attributes) ?? [];
    return {
      sign: content.replaceAll(/<[^>]*>/g, ""),
      colors: [...content.matchAll(/#[\da-f]{6}/g)].join(" "),
      prefix: prefix === undefined ? undefined : new RegExp(`^(?:${prefix})`),
    };
  });

const open = async (more: TokenParams = {}) => {
  const { checkout, get } = openPages();
  return (await get(page(await checkout(more)))).text;
};

/** The marks in the card number's field. */
const fieldMarks = (text: string): Mark[] => marksIn(text).filter(({ prefix }) => prefix !== undefined);

test("the card number has a mark for every brand that is accepted", async () => {
  for (const [excluded_brands, signs] of [
    [[], ["VISA", "MC", "MAES", "AMEX", "BELK"]],
    [
      ["visa", "Amex"],
      ["MC", "MAES", "BELK"],
    ],
    [
      ["master", "maestro", "belkart"],
      ["VISA", "AMEX"],
    ],
  ] as const) {
    const marks = fieldMarks(await open({ payment_method: { excluded_brands: [...excluded_brands] } }));
    expect(marks.map(({ sign }) => sign)).toStrictEqual(signs);
    expect(new Set(marks.map(({ colors }) => colors)).size).toBe(signs.length);
  }
});

test("the first digits of a number select the mark of its brand", async () => {
  const marks = fieldMarks(await open());
  for (const [digits, signs] of [
    ["4", ["VISA"]],
    ["4917 61", ["VISA"]],
    ["5", []],
    ["51", ["MC"]],
    ["5424", ["MC"]],
    ["2221", ["MC"]],
    ["2220", []],
    ["2720", ["MC"]],
    ["2721", []],
    ["50", ["MAES"]],
    ["6759", ["MAES"]],
    ["34", ["AMEX"]],
    ["3714", ["AMEX"]],
    ["35", []],
    ["9112", ["BELK"]],
    ["9113", []],
  ] as const) {
    const matching = marks.filter(({ prefix }) => prefix?.test(digits)).map(({ sign }) => sign);
    expect([digits, matching]).toStrictEqual([digits, signs]);
  }
});

test("a saved card is shown with the name and the mark of its brand", async () => {
  for (const [number, name, sign] of [
    ["4200000000000000", "Visa ending in 0000", "VISA"],
    ["5555555555554444", "Mastercard ending in 4444", "MC"],
    ["6759649826438453", "Maestro ending in 8453", "MAES"],
    ["378282246310005", "American Express ending in 0005", "AMEX"],
    ["9112000000000006", "Belkart ending in 0006", "BELK"],
  ] as const) {
    const { checkout, get, savedCard } = openPages();
    const credit_card = { token: await savedCard(number) };
    const settings = { another_card_toggle: { display: false } };
    const { text } = await get(page(await checkout({ payment_method: { credit_card }, settings })));
    expect(text).toContain(`>${name}<`);
    expect(marksIn(text).map((mark) => mark.sign)).toStrictEqual([sign]);
  }
});

test("known methods have icons of their own, all others that of a bank", async () => {
  const types = ["credit_card", "google_pay", "erip", "bank_transfer", "blik"];
  const text = await open({ payment_method: { types } });
  const icons = [...text.matchAll(/<svg class="method-mark"[^>]*><path d="([^"]*)"/g)].map(([, d]) => d);
  expect(icons).toHaveLength(types.length);
  expect(icons).not.toContain("");
  expect(icons[4]).toBe(icons[3]);
  expect(new Set(icons).size).toBe(4);
});
