import { describe, expect, test } from "vitest";
import { CARD, openPages, page } from "../open-pages.ts";

describe("a shop's form opens the payment page", () => {
  test.each([
    ["the token in the form", () => "/v2/checkout", (token: string) => ({ token })],
    ["nothing, to redirect_url", (token: string) => page(token), () => ({})],
    ["the token in both", (token: string) => page(token), (token: string) => ({ token })],
    ["the token and its button", () => "/v2/checkout", (token: string) => ({ token, submit: "Pay" })],
  ])("with %s; a saved card pays with auto_pay", async (_, path, fields) => {
    const { checkout, get, post, savedCard, status } = openPages();
    for (const payment_method of [{}, { types: ["erip"] }]) {
      const token = await checkout({ payment_method });
      const entered = await post(path(token), fields(token));
      expect([entered.status, entered.text]).toStrictEqual([200, (await get(page(token))).text]);
      expect(await status(token)).toBe("error");
    }
    const saved = await checkout({
      payment_method: { credit_card: { token: await savedCard() } },
      settings: { auto_pay: true, return_url: "https://shop.example/" },
    });
    expect((await post(path(saved), fields(saved))).refresh).toMatch("0; url=https://shop.example/?token=");
    expect(await status(saved)).toBe("successful");
  });

  test("or the result of an expired or paid token, or a notice without a token", async () => {
    const { checkout, post, sandbox } = openPages();
    const [expired, paid] = [await checkout(), await checkout()];
    await sandbox.expire(expired);
    await sandbox.pay(paid);
    expect((await post("/v2/checkout", { token: expired })).status).toBe(410);
    expect((await post("/v2/checkout", { token: paid })).location).toBe(page(paid, "result"));
    expect((await post("/v2/checkout", { token: "none" })).status).toBe(404);
    expect((await post("/v2/checkout")).status).toBe(404);
  });

  test("and card data in the form of another page pays nothing", async () => {
    const { checkout, post, state } = openPages();
    const token = await checkout();
    expect((await post("/v2/checkout", { ...CARD, token })).status).toBe(200);
    expect((await state()).transactions).toHaveLength(0);
  });
});

test("every form of the page itself posts at least one field", async () => {
  const { checkout, get, savedCard } = openPages();
  const credit_card = { token: await savedCard() };
  for (const more of [
    { payment_method: { types: ["erip"] } },
    { payment_method: { types: ["credit_card"] } },
    { transaction_type: "payout" as const, payment_method: { credit_card } },
  ]) {
    const { text } = await get(page(await checkout(more)));
    expect(text).toMatch(/<form[^>]*data-pay[^>]*><input type="hidden" name="method" value="[a-z_]+"/);
  }
});
