import { expect, test } from "vitest";
import { textOf } from "../text-of.ts";
import { CARD, openPages, page, shownPage, type TokenParams } from "./open-pages.ts";

interface Line {
  readonly name: string;
  readonly quantity: number;
  readonly amount: number;
  readonly description: string;
}

const withCart = (positions: readonly Line[]): TokenParams => ({
  order: {
    amount: positions.reduce((sum, { amount }) => sum + amount, 0),
    additional_data: { cart: { positions } },
  },
});

const line = (name: string, amount: number, more: Partial<Line> = {}): Line => ({
  name,
  quantity: 1,
  amount,
  description: name,
  ...more,
});

/** The summary's lines as texts. */
const linesOf = (text: string): string[] =>
  [...(/<ul class="lines">([\s\S]*?)<\/ul>/.exec(text)?.[1] ?? "").matchAll(/<li>([\s\S]*?)<\/li>/g)].map(
    ([, content = ""]) => textOf(content),
  );

test("a line of the cart repeats neither its name nor a quantity of one; an amount of zero has no sign", async () => {
  const positions = [
    line("Pass", 12900),
    line("Bag", 0, { description: "A gift", quantity: 3 }),
    line("Discount", -100),
  ];
  const text = await shownPage(withCart(positions));
  expect(linesOf(text)).toStrictEqual(["Pass €129.00", "Bag × 3 A gift €0.00", "Discount −€1.00"]);
});

test("a cart of up to three lines is open, a longer one is collapsed", async () => {
  for (const [count, isOpen] of [
    [1, true],
    [3, true],
    [4, false],
  ] as const) {
    const positions = Array.from({ length: count }, (_, index) => line(`Item ${index}`, 100));
    const text = await shownPage(withCart(positions));
    const [tag = ""] = /<details class="cart"[^>]*>/.exec(text) ?? [];
    expect([count, tag.includes("open")]).toStrictEqual([count, isOpen]);
    expect(text).toContain(`Items: ${count}`);
  }
});

test("an order without a cart has its title and total alone", async () => {
  const text = await shownPage();
  const [summary = ""] = /<section class="order"[\s\S]*?<\/section>/.exec(text) ?? [];
  expect(summary).toMatch(/Annual pass[\s\S]*<span>Total<\/span><strong>€129\.00<\/strong>/);
  for (const part of ['class="details"', 'class="cart"', 'class="lines"'])
    expect(summary).not.toContain(part);
});

test("the purpose is in heading, amount and button; a payout asks for no code, a free tokenization shows no amount", async () => {
  const { checkout, get, post } = openPages();
  for (const [transaction_type, amount, heading, button, shown] of [
    ["payment", 12900, "Payment", "Pay €129.00", "<span>Total</span><strong>€129.00</strong>"],
    ["authorization", 12900, "Payment", "Pay €129.00", "<span>Total</span><strong>€129.00</strong>"],
    ["payout", 12900, "Receive money", "Receive €129.00", "<span>You receive</span><strong>€129.00</strong>"],
    ["tokenization", 12900, "Save your card", "Save card", "<span>Total</span><strong>€129.00</strong>"],
    ["tokenization", 0, "Save your card", "Save card", undefined],
  ] as const) {
    const token = await checkout({ transaction_type, order: { amount } });
    const { text } = await get(page(token));
    expect(text).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
    expect(text).toMatch(new RegExp(`<button[^>]*>${button}</button>`));
    expect(/<span>[^<]*<\/span><strong>[^<]*<\/strong>/.exec(text)?.[0]).toBe(shown);
    expect(text.includes("€")).toBe(shown !== undefined);
    expect(text.includes("Security code")).toBe(transaction_type !== "payout");
    const { cvc, ...withoutCode } = CARD;
    const { status } = await post(page(token), transaction_type === "payout" ? withoutCode : CARD);
    expect(status).toBe(303);
  }
});

test("heading and button name a method only if it is the only one, and not the card", async () => {
  for (const [types, heading, button] of [
    [["credit_card"], "Payment", "Pay €129.00"],
    [["credit_card", "erip"], "Payment", "Pay €129.00"],
    [["erip", "google_pay"], "Payment", "Pay €129.00"],
    [["google_pay"], "Pay with Google Pay", "Pay €129.00 with Google Pay"],
    [["erip"], "Pay with ERIP", "Pay €129.00 with ERIP"],
  ] as const) {
    const text = await shownPage({ payment_method: { types: [...types] } });
    const [, inside = ""] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(text) ?? [];
    expect(inside.replaceAll(/<[^>]*>/g, "")).toContain(heading);
    expect(inside.includes("<svg")).toBe(types.length === 1 && types[0] !== "credit_card");
    expect(text).toContain(`>${button}</button>`);
  }
});

test("test cards are offered where a number can be entered", async () => {
  const { checkout, get, savedCard } = openPages();
  const credit_card = { token: await savedCard() };
  for (const [more, isOffered] of [
    [{}, true],
    [{ payment_method: { types: ["erip"] } }, false],
    [{ payment_method: { credit_card } }, true],
    [{ payment_method: { credit_card }, settings: { another_card_toggle: { display: false } } }, false],
  ] as [TokenParams, boolean][]) {
    const { text } = await get(page(await checkout(more)));
    expect([more, text.includes("Test cards</summary>")]).toStrictEqual([more, isOffered]);
  }
});
