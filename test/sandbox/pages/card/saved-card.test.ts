import { describe, expect, test } from "vitest";
import { CARD, DECLINED, openPages, page, shownPage, tagOf } from "../open-pages.ts";

const HIDDEN = { another_card_toggle: { display: false } };

describe("a saved card", () => {
  test("pays with its code alone, unless another card is chosen", async () => {
    const { checkout, post, savedCard, state } = openPages();
    const payment_method = { credit_card: { token: await savedCard("4012000000001006") } };
    const saved = { method: "credit_card", saved_cvc: "123" };
    const token = await checkout({ payment_method });
    expect((await post(page(token), { method: "credit_card" })).text).toContain('id="saved_cvc-problem"');
    expect((await post(page(token), saved)).status).toBe(303);
    await post(page(await checkout({ payment_method })), { ...CARD, ...saved });
    await post(page(await checkout({ payment_method })), { ...CARD, ...saved, another_card: "on" });
    const { transactions } = await state();
    expect(transactions.slice(1).map(({ transaction }) => transaction.credit_card?.last_4)).toStrictEqual([
      "1006",
      "1006",
      "0000",
    ]);
  });

  test("cannot be saved again during a tokenization, nor by a payout", async () => {
    for (const transaction_type of ["tokenization", "payout"] as const) {
      const text = await shownPage({ transaction_type });
      expect(tagOf(text, "save_card")).toBe("");
      expect(text).not.toContain("Google Pay");
    }
  });

  test("receives a payout without a code", async () => {
    const { checkout, get, post, savedCard, status } = openPages();
    const payment_method = { credit_card: { token: await savedCard() } };
    const token = await checkout({ transaction_type: "payout", payment_method });
    expect(tagOf((await get(page(token))).text, "saved_cvc")).toBe("");
    expect((await post(page(token), { method: "credit_card" })).status).toBe(303);
    expect(await status(token)).toBe("successful");
  });
});

test("another card is offered beside a saved card, unless the merchant hides it", async () => {
  const { checkout, get, post, savedCard } = openPages();
  const payment_method = { credit_card: { token: await savedCard() } };
  for (const [more, isOffered] of [
    [{}, false],
    [{ settings: HIDDEN }, false],
    [{ payment_method }, true],
    [{ payment_method, settings: { another_card_toggle: { display: true } } }, true],
    [{ payment_method, settings: HIDDEN }, false],
  ] as const) {
    const { text } = await get(page(await checkout(more)));
    expect(text.includes("Use another card")).toBe(isOffered);
    expect(tagOf(text, "another_card") !== "").toBe(isOffered);
  }
  const hidden = page(await checkout({ payment_method, settings: HIDDEN }));
  expect((await get(hidden)).text).not.toContain("Card number");
  expect((await post(hidden, { ...CARD, another_card: "on" })).status).toBe(422);
});

test("a card is saved or exchanged only if the customer asks for it, also after a problem", async () => {
  const { checkout, get, post, savedCard, state } = openPages();
  const token = await checkout({ payment_method: { credit_card: { token: await savedCard() } } });
  const isChecked = (text: string) =>
    ["another_card", "save_card"].map((name) => tagOf(text, name).includes("checked"));
  expect(isChecked((await get(page(token))).text)).toStrictEqual([false, false]);
  const wrong = { ...CARD, cvc: "1" };
  expect(isChecked((await post(page(token), wrong)).text)).toStrictEqual([false, false]);
  const chosen = { ...wrong, another_card: "on", save_card: "on" };
  expect(isChecked((await post(page(token), chosen)).text)).toStrictEqual([true, true]);
  const { number } = DECLINED;
  for (const [fields, count] of [
    [{ number: "5555555555554444" }, 1],
    [{ number, save_card: "on" }, 1],
    [{ number: "5555555555554444", save_card: "on" }, 2],
  ] as const) {
    await post(page(await checkout()), { ...CARD, ...fields });
    expect((await state()).cards).toHaveLength(count);
  }
});

test.each([
  [undefined, /Save this card for future payments/],
  [{ text: "Remember my card", hint: "For next month" }, /Remember my card[\s\S]*For next month/],
  [{ display: false }, /^(?![\s\S]*name="save_card")/],
])("the toggle that saves a card is as %j asks for", async (save_card_toggle, expected) => {
  expect(await shownPage({ settings: { save_card_toggle } })).toMatch(expected);
});

describe("auto_pay", () => {
  const RETURN = "https://shop.example/back";
  const auto = (token: string, more = {}) => ({
    payment_method: { credit_card: { token } },
    settings: { auto_pay: true, success_url: `${RETURN}/success`, decline_url: `${RETURN}/decline` },
    ...more,
  });

  test("pays on opening, once, and redirects by outcome", async () => {
    const { checkout, get, savedCard, state } = openPages();
    const token = await checkout(auto(await savedCard()));
    expect((await get(page(token), { method: "HEAD" })).status).toBe(200);
    const [first, second] = await Promise.all([get(page(token)), get(page(token))]);
    expect(first.location).toMatch(`${RETURN}/success?token=${token}&status=successful`);
    expect(second.location).toBe(page(token, "result"));
    expect((await get(page(token))).location).toBe(page(token, "result"));
    expect((await state()).transactions).toHaveLength(2);
  });

  test("is needed for that: without it, a saved card does not pay by itself", async () => {
    const { checkout, get, savedCard, status } = openPages();
    const payment_method = { credit_card: { token: await savedCard() } };
    for (const auto_pay of [undefined, false]) {
      const token = await checkout({ payment_method, settings: { auto_pay } });
      expect((await get(page(token))).status).toBe(200);
      expect(await status(token)).toBe("error");
    }
  });

  test("with attempts left does not pay again on a reload, and the second attempt shows its result", async () => {
    const { checkout, get, post, savedCard, state } = openPages();
    const order = { additional_data: { recipient: { expected_bank_code: "51" } } };
    const token = await checkout(auto(await savedCard(), { attempts: 3, test: true, order }));
    expect((await get(page(token))).location).toMatch("/decline?");
    expect((await get(page(token))).status).toBe(200);
    expect((await state()).transactions).toHaveLength(2);
    const second = await post(page(token), { method: "credit_card", saved_cvc: "123" });
    expect(second.location).toBe(page(token, "result"));
  });

  test("is a charge of the saved card, and declined where later charges are", async () => {
    for (const [number, status, to] of [
      ["4200000000000000", "successful", "success"],
      ["4000000000000341", "failed", "decline"],
    ] as const) {
      const { checkout, get, savedCard, state } = openPages();
      const card = await savedCard(number);
      const order = { additional_data: { contract: ["recurring" as const] } };
      const { location } = await get(page(await checkout(auto(card, { order }))));
      expect(location).toMatch(`${RETURN}/${to}?`);
      const { transactions, cards } = await state();
      expect(transactions.at(-1)?.transaction).toMatchObject({
        status,
        recurring_type: "recurring",
        credit_card: { token: card },
      });
      expect(cards).toHaveLength(1);
    }
  });

  test("alone skips the result page: not a saved card without it, nor a card that was entered", async () => {
    const { checkout, post, savedCard } = openPages();
    const payment_method = { credit_card: { token: await savedCard() } };
    const saved = await checkout({ payment_method, settings: { return_url: RETURN } });
    const entered = await checkout({ settings: { return_url: RETURN, auto_pay: true } });
    for (const [token, fields] of [
      [saved, { method: "credit_card", saved_cvc: "123" }],
      [entered, CARD],
    ] as const)
      expect((await post(page(token), { ...fields })).location).toBe(page(token, "result"));
  });
});
