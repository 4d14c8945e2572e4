import { expect, test } from "vitest";
import { textOf } from "../text-of.ts";
import { openPages, page, type TokenParams, tagOf } from "./open-pages.ts";

const order = { amount: 12900, currency: "EUR", description: "Annual pass" };

interface Line {
  readonly name: string;
  readonly quantity: number;
  readonly amount: number;
  readonly description: string;
}

const withCart = (positions: readonly Line[]): TokenParams => ({
  order: {
    ...order,
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
  const { checkout, get } = openPages();
  const positions = [
    line("Pass", 12900),
    line("Bag", 0, { description: "A gift", quantity: 3 }),
    line("Discount", -100),
  ];
  const { text } = await get(page(await checkout(withCart(positions))));
  expect(linesOf(text)).toStrictEqual(["Pass €129.00", "Bag × 3 A gift €0.00", "Discount −€1.00"]);
});

test("a cart of up to three lines is open, a longer one is collapsed", async () => {
  const { checkout, get } = openPages();
  for (const [count, isOpen] of [
    [1, true],
    [3, true],
    [4, false],
  ] as const) {
    const positions = Array.from({ length: count }, (_, index) => line(`Item ${index}`, 100));
    const { text } = await get(page(await checkout(withCart(positions))));
    const [tag = ""] = /<details class="cart"[^>]*>/.exec(text) ?? [];
    expect([count, tag.includes("open")]).toStrictEqual([count, isOpen]);
    expect(text).toContain(`Items: ${count}`);
  }
});

test("an order without a cart has its title and total alone", async () => {
  const { checkout, get } = openPages();
  const { text } = await get(page(await checkout()));
  const [summary = ""] = /<section class="order"[\s\S]*?<\/section>/.exec(text) ?? [];
  expect(summary).toMatch(/Annual pass[\s\S]*<span>Total<\/span><strong>€129\.00<\/strong>/);
  for (const part of ['class="details"', 'class="cart"', 'class="lines"'])
    expect(summary).not.toContain(part);
});

test("a product's description stands below its name", async () => {
  const { product, get } = openPages();
  const { pay_url } = await product();
  const { location = "" } = await get(new URL(pay_url).pathname);
  expect((await get(location)).text).toMatch(/<p class="details" dir="auto">Whole beans<\/p>/);
});

test("a payout shows what the customer receives, a card that is saved alone has no amount", async () => {
  const { checkout, get } = openPages();
  const payout = (await get(page(await checkout({ transaction_type: "payout" })))).text;
  expect(payout).toContain("<span>You receive</span><strong>€129.00</strong>");
  expect(payout).toMatch(/<h1[^>]*>Receive money<\/h1>/);
  const saving = { transaction_type: "tokenization" as const, order: { ...order, amount: 0 } };
  const tokenization = (await get(page(await checkout(saving)))).text;
  expect(tokenization).not.toMatch(/class="total"|€/);
  expect(tokenization).toMatch(/<button[^>]*>Save card<\/button>/);
  expect(tokenization).toMatch(/<h1[^>]*>Save your card<\/h1>/);
});

test("heading and button name a method only if it is the only one, and not the card", async () => {
  const { checkout, get } = openPages();
  for (const [types, heading, button] of [
    [["credit_card"], "Payment", "Pay €129.00"],
    [["credit_card", "erip"], "Payment", "Pay €129.00"],
    [["erip", "google_pay"], "Payment", "Pay €129.00"],
    [["google_pay"], "Pay with Google Pay", "Pay €129.00 with Google Pay"],
  ] as const) {
    const { text } = await get(page(await checkout({ payment_method: { types: [...types] } })));
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

test("what a customer cannot change is left out only if no card is asked for", async () => {
  const { checkout, get } = openPages();
  const more = {
    customer: { email: "kim@example.com" },
    settings: { customer_fields: { visible: ["email" as const], read_only: ["email" as const] } },
  };
  const shown = async (types: ("credit_card" | "erip" | "google_pay")[]) =>
    tagOf((await get(page(await checkout({ ...more, payment_method: { types } })))).text, "email") !== "";
  expect(await shown(["credit_card"])).toBe(true);
  expect(await shown(["credit_card", "erip"])).toBe(true);
  expect(await shown(["erip"])).toBe(false);
});
