import { expect, test } from "vitest";
import { openPages, page, shownPage } from "../open-pages.ts";

/** A mark of a card brand on a page. */
interface Mark {
  readonly drawing: string;
  /** Matches the first digits of the brand's numbers; undefined outside of the card number's field. */
  readonly prefix: RegExp | undefined;
}

const marksIn = (text: string): Mark[] =>
  [...text.matchAll(/<svg class="brand"([^>]*)>(.*?)<\/svg>/g)].map(([, attributes = "", drawing = ""]) => {
    const [, prefix] = / data-prefix="([^"]*)"/.exec(attributes) ?? [];
    return { drawing, prefix: prefix === undefined ? undefined : new RegExp(`^(?:${prefix})`) };
  });

/** The marks in the card number's field. */
const fieldMarks = (text: string): Mark[] => marksIn(text).filter(({ prefix }) => prefix !== undefined);

const NUMBERS = {
  visa: "4200000000000000",
  master: "5555555555554444",
  maestro: "6759649826438453",
  amex: "378282246310005",
  belkart: "9112300000000000",
};

/** The drawing in the field that fits a number. */
const drawingFor = (marks: readonly Mark[], number: string): string[] =>
  marks.filter(({ prefix }) => prefix?.test(number)).map(({ drawing }) => drawing);

test("the card number has a mark of its own for every brand that is accepted", async () => {
  const all = fieldMarks(await shownPage());
  expect(new Set(all.map(({ drawing }) => drawing)).size).toBe(5);
  for (const [excluded, count] of [
    [["visa", "Amex"], 3],
    [["master", "maestro", "belkart"], 2],
  ] as const) {
    const marks = fieldMarks(await shownPage({ payment_method: { excluded_brands: [...excluded] } }));
    expect(marks).toHaveLength(count);
    for (const [brand, number] of Object.entries(NUMBERS)) {
      const isExcluded = excluded.some((name) => name.toLowerCase() === brand);
      expect(drawingFor(marks, number)).toStrictEqual(isExcluded ? [] : drawingFor(all, number));
    }
  }
});

test("the first digits of a number select the mark of its brand", async () => {
  const marks = fieldMarks(await shownPage());
  for (const [digits, brands] of [
    ["4", ["visa"]],
    ["4917 61", ["visa"]],
    ["5", []],
    ["51", ["master"]],
    ["5424", ["master"]],
    ["2221", ["master"]],
    ["2220", []],
    ["2720", ["master"]],
    ["2721", []],
    ["50", ["maestro"]],
    ["6759", ["maestro"]],
    ["34", ["amex"]],
    ["3714", ["amex"]],
    ["35", []],
    ["9112", ["belkart"]],
    ["9113", []],
  ] as const) {
    const expected = brands.flatMap((brand) => drawingFor(marks, NUMBERS[brand]));
    expect([digits, drawingFor(marks, digits)]).toStrictEqual([digits, expected]);
    expect(expected).toHaveLength(brands.length);
  }
});

test("a saved card is shown with the name and the mark of its brand and its last four digits", async () => {
  const marks = fieldMarks(await shownPage());
  for (const [number, name] of [
    [NUMBERS.visa, "Visa ending in 0000"],
    [NUMBERS.master, "Mastercard ending in 4444"],
    [NUMBERS.maestro, "Maestro ending in 8453"],
    [NUMBERS.amex, "American Express ending in 0005"],
    [NUMBERS.belkart, "Belkart ending in 0000"],
  ] as const) {
    const { checkout, get, savedCard } = openPages();
    const credit_card = { token: await savedCard(number) };
    const settings = { another_card_toggle: { display: false } };
    const token = await checkout({ payment_method: { types: ["credit_card"], credit_card }, settings });
    const { text } = await get(page(token));
    // A random token may have any digits in it.
    expect(text.replaceAll(token, "")).not.toContain(number.slice(0, 6));
    expect(text).toContain(`>${name}<`);
    expect(marksIn(text).map(({ drawing }) => drawing)).toStrictEqual(drawingFor(marks, number));
  }
});

test("the brand of a card that the pages do not know is shown by its first letters", async () => {
  const { checkout, sandbox } = openPages();
  const token = await checkout();
  await sandbox.pay(token);
  const kept = JSON.stringify(await sandbox.state()).replaceAll('"brand":"visa"', '"brand":"halva"');
  const { text } = await openPages({ state: JSON.parse(kept) }).get(page(token, "result"));
  expect(text).toContain("Halva ending in 0000");
  expect(marksIn(text)[0]?.drawing).toContain(">HALV<");
});

test("known methods have icons of their own, all others that of a bank", async () => {
  const types = ["credit_card", "google_pay", "erip", "bank_transfer", "blik"];
  const text = await shownPage({ payment_method: { types } });
  const icons = [...text.matchAll(/<label class="method">.*?<svg[^>]*>(.*?)<\/svg>/g)].map(
    ([, drawing]) => drawing,
  );
  expect(icons).toHaveLength(types.length);
  expect(icons).not.toContain("");
  expect(icons[4]).toBe(icons[3]);
  expect(new Set(icons).size).toBe(4);
  expect(icons[1]).toContain(">Pay</text>");
});
