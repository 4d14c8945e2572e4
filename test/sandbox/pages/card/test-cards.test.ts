import { expect, test } from "vitest";
import { CARD, openPages, page, shownPage } from "../open-pages.ts";

/** Every test card, with what the payment page says of it. */
const CARDS: [
  number: string,
  brand: string,
  outcome: "successful" | "failed",
  result: string,
  note: string,
][] = [
  ["4200000000000000", "visa", "successful", "Paid", ""],
  ["4005550000000019", "visa", "failed", "Declined", "without a reason"],
  ["4000000000009995", "visa", "failed", "Declined", "insufficient funds (51)"],
  ["4000000000000069", "visa", "failed", "Declined", "expired card (54)"],
  ["4000000000000127", "visa", "failed", "Declined", "wrong security code (82)"],
  ["4012000000001097", "visa", "successful", "Paid after a 3-D Secure challenge", ""],
  ["4012000000001006", "visa", "successful", "Paid, 3-D Secure without a challenge", "result Y"],
  ["4012000000001055", "visa", "successful", "Paid, 3-D Secure without a challenge", "result A"],
  ["4012000000001022", "visa", "failed", "Declined by 3-D Secure", "could not be performed (U)"],
  ["4012000000001030", "visa", "failed", "Declined by 3-D Secure", "rejected by the bank (R)"],
  ["4012000000001014", "visa", "failed", "Declined by 3-D Secure", "not authenticated (N)"],
  ["4012000000003010", "visa", "successful", "Paid after a 3-D Secure challenge", ""],
  ["4000000000000341", "visa", "successful", "Paid", "later charges of its saved token are declined"],
  ["5204240000015029", "master", "successful", "Paid after a 3-D Secure challenge", ""],
  ["5204240000015003", "master", "successful", "Paid, 3-D Secure without a challenge", "result Y"],
  ["5204240000015011", "master", "successful", "Paid, 3-D Secure without a challenge", "result A"],
  ["5204240000015045", "master", "failed", "Declined by 3-D Secure", "could not be performed (U)"],
  ["5204240000015052", "master", "failed", "Declined by 3-D Secure", "rejected by the bank (R)"],
  ["5204240000015060", "master", "failed", "Declined by 3-D Secure", "not authenticated (N)"],
  ["5555555555554444", "master", "successful", "Paid", ""],
  ["5105105105105100", "master", "failed", "Declined", "without a reason"],
  ["6759649826438453", "maestro", "successful", "Paid", ""],
  ["378282246310005", "amex", "successful", "Paid", ""],
  ["9112300000000000", "belkart", "successful", "Paid", ""],
];

const BRANDS: Readonly<Record<string, string>> = {
  visa: "Visa",
  master: "Mastercard",
  maestro: "Maestro",
  amex: "American Express",
  belkart: "Belkart",
};

const AMEX = "378282246310005";

const spaced = (number: string): string =>
  number === AMEX ? "3782 822463 10005" : number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

/** The check digit at the end of a card number (Luhn). */
const isLuhn = (number: string): boolean =>
  [...number].reverse().reduce((sum, digit, index) => {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0) %
    10 ===
  0;

test("every test card has its documented outcome, and its transaction brand, digits and the bank's reason", async () => {
  const { sandbox, checkout, get, payments } = openPages();
  for (const [card, brand, status, , note] of CARDS) {
    const token = await checkout();
    const transaction = await sandbox.pay(token, { card });
    expect(transaction, card).toMatchObject({
      status,
      credit_card: { brand, first_1: card[0], bin: card.slice(0, 6), last_4: card.slice(-4) },
    });
    expect(await payments.transactions.get(transaction.uid)).toStrictEqual(transaction);
    expect(JSON.stringify(transaction)).not.toContain(card);
    expect(isLuhn(card), card).toBe(true);
    const [, reason, bank_code] = /^(.*) \((\d+)\)$/.exec(note) ?? [];
    if (reason === undefined) continue;
    const message = expect.stringMatching(new RegExp(`^${reason}$`, "i"));
    expect(transaction, card).toMatchObject({ message, payment: { bank_code, message } });
    expect((await get(page(token, "result"))).text).toContain(transaction.message);
  }
});

test("a card has the same stamp in all payments, and every card has its own", async () => {
  const stamps = new Set<unknown>();
  for (const [card] of CARDS) {
    for (const { sandbox, checkout } of [openPages(), openPages()]) {
      const { credit_card } = await sandbox.pay(await checkout(), { card });
      expect(credit_card?.stamp).toMatch(/^[0-9a-f]{32}$/);
      stamps.add(credit_card?.stamp);
    }
  }
  expect(stamps.size).toBe(CARDS.length);
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
  const code = (number: string) => (number === AMEX ? "1234" : "123");
  const expected = CARDS.map(([number, brand, , result, note]) => [
    result,
    spaced(number),
    [BRANDS[brand], note].filter(Boolean).join(", "),
    number,
    code(number),
  ]);
  expect(shown.toSorted()).toStrictEqual(expected.toSorted());
  expect(tables.map(([, result]) => result)).toStrictEqual([...new Set(expected.map(([result]) => result))]);
  expect(/data-year="([^"]*)"/.exec(text)?.[1]).toBe(String(new Date().getUTCFullYear() + 2).slice(2));
});

test("each brand can be excluded by its name, on the page, in code and in the list, without the others", async () => {
  for (const brand of new Set(CARDS.map(([, name]) => name))) {
    const { sandbox, checkout, get, post } = openPages();
    const create = () => checkout({ payment_method: { excluded_brands: [brand] } });
    const { text } = await get(page(await create()));
    for (const [card, name, status] of CARDS) {
      const isExcluded = name === brand;
      expect(text.includes(`data-card="${card}"`)).toBe(!isExcluded);
      const paid = sandbox.pay(await create(), { card });
      if (isExcluded) await expect(paid).rejects.toThrow(`does not accept ${brand} cards. It accepts`);
      else expect(await paid).toMatchObject({ status });
      const cvc = card === AMEX ? "1234" : "123";
      const { status: answered } = await post(page(await create()), { ...CARD, number: card, cvc });
      expect(answered).toBe(isExcluded ? 422 : 303);
    }
  }
});
