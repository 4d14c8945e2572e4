import { describe, expect, test } from "vitest";
import { CARD, openPages, page, tagOf } from "../open-pages.ts";
import { stateOf } from "../state-of.ts";

describe("a saved card", () => {
  test("receives a payout without a code", async () => {
    const { checkout, get, post, savedCard, status } = openPages();
    const payment_method = { credit_card: { token: await savedCard() } };
    const token = await checkout({ transaction_type: "payout", payment_method });
    expect(tagOf((await get(page(token))).text, "saved_cvc")).toBe("");
    expect((await post(page(token), { method: "credit_card" })).status).toBe(303);
    expect(await status(token)).toBe("successful");
  });

  test("pays unless another card is chosen", async () => {
    const { checkout, post, savedCard, sandbox } = openPages();
    const payment_method = { credit_card: { token: await savedCard("4012000000001006") } };
    const fields = { ...CARD, saved_cvc: "123" };
    await post(page(await checkout({ payment_method })), fields);
    await post(page(await checkout({ payment_method })), { ...fields, another_card: "on" });
    const { transactions } = await stateOf(sandbox);
    expect(transactions.slice(1).map(({ transaction }) => transaction.credit_card?.last_4)).toStrictEqual([
      "1006",
      "0000",
    ]);
  });

  test("does not pay by itself without auto_pay", async () => {
    const { checkout, get, savedCard, status } = openPages();
    const payment_method = { credit_card: { token: await savedCard() } };
    for (const auto_pay of [undefined, false]) {
      const token = await checkout({ payment_method, settings: { auto_pay } });
      expect((await get(page(token))).status).toBe(200);
      expect(await status(token)).toBe("incomplete");
    }
  });

  test("cannot be saved again during a tokenization, nor by a payout", async () => {
    const { checkout, get } = openPages();
    for (const transaction_type of ["tokenization", "payout"] as const) {
      const { text } = await get(page(await checkout({ transaction_type })));
      expect(tagOf(text, "save_card")).toBe("");
      expect(text).not.toContain("Google Pay");
    }
  });
});

test("another card is offered beside a saved card, unless the merchant hides it", async () => {
  const { checkout, get, savedCard } = openPages();
  const payment_method = { credit_card: { token: await savedCard() } };
  const hidden = { another_card_toggle: { display: false } };
  for (const [more, isOffered] of [
    [{}, false],
    [{ settings: hidden }, false],
    [{ payment_method }, true],
    [{ payment_method, settings: { another_card_toggle: { display: true } } }, true],
    [{ payment_method, settings: hidden }, false],
  ] as const) {
    const { text } = await get(page(await checkout(more)));
    expect(text.includes("Use another card")).toBe(isOffered);
    expect(tagOf(text, "another_card") !== "").toBe(isOffered);
  }
});

test("a card is saved or exchanged only if the customer asks for it, also after a problem", async () => {
  const { checkout, get, post, savedCard } = openPages();
  const token = await checkout({ payment_method: { credit_card: { token: await savedCard() } } });
  const isChecked = (text: string) =>
    ["another_card", "save_card"].map((name) => tagOf(text, name).includes("checked"));
  expect(isChecked((await get(page(token))).text)).toStrictEqual([false, false]);
  const wrong = { ...CARD, cvc: "1" };
  expect(isChecked((await post(page(token), wrong)).text)).toStrictEqual([false, false]);
  const chosen = { ...wrong, another_card: "on", save_card: "on" };
  expect(isChecked((await post(page(token), chosen)).text)).toStrictEqual([true, true]);
});
