import { expect, test } from "vitest";
import {
  brandName,
  cardNote,
  cardResult,
  TEST_CARDS,
} from "../../../../src/sandbox/gateway/cards/test-cards.ts";
import { CARD, openPages, page, shownPage } from "../open-pages.ts";

const AMEX = "378282246310005";

const spaced = (number: string): string =>
  number === AMEX ? "3782 822463 10005" : number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

test("every test card has its outcome, its result of 3-D Secure, and its transaction brand, digits and the bank's reason", async () => {
  const { sandbox, checkout, get, payments } = openPages();
  for (const { number: card, brand, outcome: status, decline } of TEST_CARDS) {
    const token = await checkout();
    const transaction = await sandbox.pay(token, { card: spaced(card).replace(" ", "-") });
    expect(transaction, card).toMatchObject({
      status,
      credit_card: { brand, first_1: card[0], bin: card.slice(0, 6), last_4: card.slice(-4) },
    });
    expect(await payments.transactions.get(transaction.uid)).toStrictEqual(transaction);
    expect(JSON.stringify(transaction)).not.toContain(card);
    if (!decline) continue;
    const { bankCode: bank_code, message } = decline;
    expect(transaction, card).toMatchObject({ message, payment: { bank_code, message } });
    expect((await get(page(token, "result"))).text).toContain(message);
  }
});

test("a card has the same stamp in all payments, and every card has its own", async () => {
  const stamps = new Set<unknown>();
  for (const { number: card } of TEST_CARDS) {
    for (const { sandbox, checkout } of [openPages(), openPages()]) {
      const { credit_card } = await sandbox.pay(await checkout(), { card });
      expect(credit_card?.stamp).toMatch(/^[0-9a-f]{32}$/);
      stamps.add(credit_card?.stamp);
    }
  }
  expect(stamps.size).toBe(TEST_CARDS.length);
});

test("the payment page says what each test card does, and fills in a code and a year that are accepted", async () => {
  const text = await shownPage();
  const tables = [...text.matchAll(/<table><caption>([^<]*)<\/caption>(.*?)<\/table>/gs)];
  const shown = tables.flatMap(([, result, rows = ""]) =>
    [
      ...rows.matchAll(
        /<code>([\d ]+)<\/code><br\/><small>([^<]+)<\/small>[\s\S]*?data-card="(\d+)" data-code="(\d+)"/g,
      ),
    ].map(([, ...found]) => [result, ...found]),
  );
  const expected = TEST_CARDS.map((card) => {
    const { number } = card;
    const text = [brandName(card.brand), cardNote(card)].filter(Boolean).join(", ");
    return [cardResult(card), spaced(number), text, number, number === AMEX ? "1234" : "123"];
  });
  expect(shown.toSorted()).toStrictEqual(expected.toSorted());
  expect(tables.map(([, result]) => result)).toStrictEqual([...new Set(expected.map(([result]) => result))]);
  expect(/data-year="([^"]*)"/.exec(text)?.[1]).toBe(String(new Date().getUTCFullYear() + 2).slice(2));
});

test("each brand can be excluded by its name, on the page, in code and in the list, without the others", async () => {
  for (const brand of new Set(TEST_CARDS.map((card) => card.brand))) {
    const { sandbox, checkout, get, post } = openPages();
    const create = () => checkout({ payment_method: { excluded_brands: [brand] } });
    const { text } = await get(page(await create()));
    for (const { number, brand: name } of TEST_CARDS)
      expect(text.includes(`data-card="${number}"`)).toBe(name !== brand);
    const oneOfEach = new Map(TEST_CARDS.map((card) => [card.brand, card])).values();
    for (const { number: card, brand: name, outcome: status } of oneOfEach) {
      const isExcluded = name === brand;
      const paid = sandbox.pay(await create(), { card });
      if (isExcluded) await expect(paid).rejects.toThrow(`does not accept ${brand} cards. It accepts`);
      else expect(await paid).toMatchObject({ status });
      const cvc = card === AMEX ? "1234" : "123";
      const { status: answered } = await post(page(await create()), { ...CARD, number: card, cvc });
      expect(answered).toBe(isExcluded ? 422 : 303);
    }
  }
});
