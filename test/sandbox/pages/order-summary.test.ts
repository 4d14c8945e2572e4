import { expect, test } from "vitest";
import { CARD, openPages, page, shownPage } from "./open-pages.ts";

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
    expect(text).toContain(`>${button}</button>`);
  }
});
