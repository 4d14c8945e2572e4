import { expect, test } from "vitest";
import { openPages, page } from "../open-pages.ts";
import { stateOf } from "../state-of.ts";

/** Every test card: number, brand, outcome. */
const CARDS: [number: string, brand: string, outcome: "successful" | "failed"][] = [
  ["4200000000000000", "visa", "successful"],
  ["4005550000000019", "visa", "failed"],
  ["4000000000009995", "visa", "failed"],
  ["4000000000000069", "visa", "failed"],
  ["4000000000000127", "visa", "failed"],
  ["4012000000001097", "visa", "successful"],
  ["4012000000001006", "visa", "successful"],
  ["4012000000001055", "visa", "successful"],
  ["4012000000001022", "visa", "failed"],
  ["4012000000001030", "visa", "failed"],
  ["4012000000001014", "visa", "failed"],
  ["4012000000003010", "visa", "successful"],
  ["4000000000000341", "visa", "successful"],
  ["5204240000015029", "master", "successful"],
  ["5204240000015003", "master", "successful"],
  ["5204240000015011", "master", "successful"],
  ["5204240000015045", "master", "failed"],
  ["5204240000015052", "master", "failed"],
  ["5204240000015060", "master", "failed"],
  ["5555555555554444", "master", "successful"],
  ["5105105105105100", "master", "failed"],
  ["6759649826438453", "maestro", "successful"],
  ["378282246310005", "amex", "successful"],
  ["9112300000000000", "belkart", "successful"],
];

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

test("every test card has its documented outcome, and its transaction has brand and digits", async () => {
  const { sandbox, checkout, payments } = openPages();
  for (const [card, brand, status] of CARDS) {
    const token = await checkout();
    const transaction = await sandbox.pay(token, { card });
    expect(transaction, card).toMatchObject({
      status,
      credit_card: { brand, first_1: card[0], bin: card.slice(0, 6), last_4: card.slice(-4) },
    });
    expect(await payments.transactions.get(transaction.uid)).toStrictEqual(transaction);
    expect(JSON.stringify(transaction)).not.toContain(card);
    expect(isLuhn(card), card).toBe(true);
  }
});

test("some cards say why the bank declines them, on the page and in the transaction", async () => {
  const { sandbox, checkout, get } = openPages();
  for (const [card, bank_code, message] of [
    ["4000000000009995", "51", "Insufficient funds"],
    ["4000000000000069", "54", "Expired card"],
    ["4000000000000127", "82", "Wrong security code"],
  ] as const) {
    const token = await checkout();
    const { payment, ...transaction } = await sandbox.pay(token, { card });
    expect(transaction, card).toMatchObject({ status: "failed", message });
    expect(payment, card).toMatchObject({ bank_code, message });
    expect((await get(`/v2/result?token=${token}`)).text).toContain(message);
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

test("an Amex with 15 digits and a 4-digit code is accepted, saved, and pays again", async () => {
  const { sandbox, checkout, post, get, status } = openPages();
  const amex = { number: "3782 822463 10005", holder: "KIM MULLER", expiry: "12/40", cvc: "1234" };
  const token = await checkout();
  await post(page(token), { method: "credit_card", ...amex, save_card: "on" });
  expect(await status(token)).toBe("successful");
  const [record] = (await stateOf(sandbox)).transactions;
  expect(record?.transaction.credit_card).toMatchObject({
    brand: "amex",
    first_1: "3",
    bin: "378282",
    last_4: "0005",
    token: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const saved = { token: record?.transaction.credit_card?.token ?? "" };
  const again = await checkout({ payment_method: { credit_card: saved } });
  expect((await get(page(again))).text).toContain("ending in 0005");
  await post(page(again), { method: "credit_card", saved_cvc: "1234" });
  expect(await status(again)).toBe("successful");
});

test("the payment page and the dashboard list the same test cards", async () => {
  const { sandbox, checkout, get } = openPages();
  const { text } = await get(page(await checkout()));
  const listed = [...text.matchAll(/data-card="(\d+)" data-code="\d+" aria-label/g)].map(
    ([, number]) => number,
  );
  expect(listed).toStrictEqual(CARDS.map(([number]) => number));
  const dashboard = await (await sandbox.fetch(new Request("http://127.0.0.1:4747/sandbox/cards"))).text();
  for (const [number] of CARDS) expect(dashboard).toContain(spaced(number));
});

test("the page says what each test card does, and fills in a code and a year that are accepted", async () => {
  const { checkout, get } = openPages();
  const { text } = await get(page(await checkout()));
  const shown = [
    ...text.matchAll(/<code>([\d ]+)<\/code><span class="hint">([^<]+)<\/span>[\s\S]*?data-code="(\d+)"/g),
  ].map(([, number, outcome, code]) => [number?.replaceAll(" ", ""), outcome, code]);
  expect(shown).toStrictEqual([
    ["4200000000000000", "Approved", "123"],
    ["4005550000000019", "Declined", "123"],
    ["4000000000009995", "Declined: Insufficient funds", "123"],
    ["4000000000000069", "Declined: Expired card", "123"],
    ["4000000000000127", "Declined: Wrong security code", "123"],
    ["4012000000001097", "Approved after a 3-D Secure challenge", "123"],
    ["4012000000001006", "Approved, 3-D Secure without a challenge", "123"],
    ["4012000000001055", "Approved, 3-D Secure without a challenge", "123"],
    ["4012000000001022", "Declined by 3-D Secure", "123"],
    ["4012000000001030", "Declined by 3-D Secure", "123"],
    ["4012000000001014", "Declined by 3-D Secure", "123"],
    ["4012000000003010", "Approved after a 3-D Secure challenge", "123"],
    ["4000000000000341", "Approved", "123"],
    ["5204240000015029", "Approved after a 3-D Secure challenge", "123"],
    ["5204240000015003", "Approved, 3-D Secure without a challenge", "123"],
    ["5204240000015011", "Approved, 3-D Secure without a challenge", "123"],
    ["5204240000015045", "Declined by 3-D Secure", "123"],
    ["5204240000015052", "Declined by 3-D Secure", "123"],
    ["5204240000015060", "Declined by 3-D Secure", "123"],
    ["5555555555554444", "Approved", "123"],
    ["5105105105105100", "Declined", "123"],
    ["6759649826438453", "Approved", "123"],
    ["378282246310005", "Approved", "1234"],
    ["9112300000000000", "Approved", "123"],
  ]);
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
      const fields = { method: "credit_card", number: card, holder: "KIM", expiry: "12/40", cvc };
      expect((await post(page(await create()), fields)).status).toBe(isExcluded ? 422 : 303);
    }
  }
});

test("excluding an unknown brand excludes no other brand", async () => {
  const { sandbox, checkout, get, post } = openPages();
  const number = "5555555555554444";
  const create = () => checkout({ payment_method: { excluded_brands: ["mastercard", "vis"] } });
  expect((await get(page(await create()))).text).toContain(`data-card="${number}"`);
  const fields = { method: "credit_card", number, holder: "KIM", expiry: "12/40", cvc: "123" };
  expect((await post(page(await create()), fields)).status).toBe(303);
  expect(await sandbox.pay(await create(), { card: number })).toMatchObject({ status: "successful" });
});

test("the status of a token lists the shop's brands", async () => {
  const { checkout, payments } = openPages();
  const { shop } = await payments.checkouts.get(await checkout());
  expect(shop?.["brands"]).toStrictEqual(["visa", "master", "maestro", "amex", "belkart"]);
});
