import { describe, expect, test } from "vitest";
import { CARD, openPages, page } from "./open-pages.ts";
import { stateOf } from "./state-of.ts";

const DECLINED = { ...CARD, number: "4005550000000019" };

const resultOf = async ({ get }: ReturnType<typeof openPages>, token: string) =>
  (await get(page(token, "result"))).text;

test("a declined customer has as many attempts as attempts allows", async () => {
  const pages = openPages();
  const { checkout, get, post, sandbox, status } = pages;
  const token = await checkout({ attempts: 3 });
  for (const left of [2, 1, 0]) {
    expect((await post(page(token), DECLINED)).location).toBe(page(token, "result"));
    const text = await resultOf(pages, token);
    expect(text).toContain("Payment declined");
    expect(text.includes(`href="${page(token)}"`)).toBe(left > 0);
    expect((await get(page(token))).status).toBe(left > 0 ? 200 : 303);
    expect(await status(token)).toBe(left > 0 ? "incomplete" : "failed");
  }
  expect((await post(page(token), CARD)).location).toBe(page(token));
  expect((await stateOf(sandbox)).transactions).toHaveLength(3);
  expect(await status(token)).toBe("failed");
});

test("a payment that succeeded or used all attempts offers no other attempt", async () => {
  const pages = openPages();
  for (const fields of [CARD, DECLINED]) {
    const token = await pages.checkout();
    await pages.post(page(token), fields);
    expect(await resultOf(pages, token)).not.toContain("Try again");
  }
});

describe("the result page shows", () => {
  test("why the bank declined, its friendly message first, and the payment's number", async () => {
    const pages = openPages();
    const order = {
      amount: 100,
      currency: "EUR",
      description: "Pass",
      additional_data: { receipt_text: ["Thank you"], recipient: { expected_bank_code: "51" } },
    };
    const token = await pages.checkout({ order, test: true });
    await pages.post(page(token), CARD);
    const text = await resultOf(pages, token);
    const [kept] = (await stateOf(pages.sandbox)).transactions;
    expect(text).toContain("The bank declined the payment (51).");
    expect(text).toContain(String(kept?.transaction.uid));
    expect(text).toContain("€1.00");
    expect(text).not.toContain("Thank you");
  });

  test("that money was sent, that a card was saved", async () => {
    const pages = openPages();
    const payout = await pages.checkout({ transaction_type: "payout" });
    await pages.post(page(payout), CARD);
    expect(await resultOf(pages, payout)).toContain("<h1>Payout sent</h1>");
    const saved = await pages.checkout({ transaction_type: "tokenization" });
    await pages.post(page(saved), CARD);
    expect(await resultOf(pages, saved)).toContain("<h1>Card saved</h1>");
  });

  test("a pending payment with a link to check again", async () => {
    const pages = openPages();
    const token = await pages.checkout({ payment_method: { types: ["erip"] } });
    await pages.post(page(token), { outcome: "pending" });
    expect(await resultOf(pages, token)).toContain(`href="${page(token, "result")}"`);
  });
});

test("an answer without an open challenge changes nothing", async () => {
  const { checkout, post, sandbox } = openPages();
  const open = await checkout({ attempts: 2 });
  await post(page(open), DECLINED);
  const before = JSON.stringify(await sandbox.state());
  expect((await post(page(open, "challenge"), { answer: "confirm" })).location).toBe(page(open));
  expect(JSON.stringify(await sandbox.state())).toBe(before);
});

test.each(["", "yes", "CONFIRM", "decline"])(
  "a challenge answered with %j is not confirmed",
  async (answer) => {
    const { checkout, post, status } = openPages();
    const token = await checkout();
    await post(page(token), { ...CARD, number: "4012000000001097" });
    await post(page(token, "challenge"), { answer });
    expect(await status(token)).toBe("failed");
  },
);

test("a token keeps the price that its product had when the link was opened", async () => {
  const { product, get, payments } = openPages();
  const { id, pay_url } = await product();
  const { location = "" } = await get(new URL(pay_url).pathname);
  await payments.products.update(id, { amount: 9900 });
  const { text } = await get(location);
  expect(text).toContain("Pay $32.45");
  expect(text).not.toContain("$99.00");
});

test("a method's step pays with the chosen method and the customer's details", async () => {
  const { checkout, post, payments } = openPages();
  const customer_fields = { visible: ["city" as const] };
  const token = await checkout({ payment_method: { types: ["erip"] }, settings: { customer_fields } });
  const { text } = await post(page(token), { city: "Ghent", method: "google_pay" });
  expect(text).toContain('name="method" value="erip"');
  expect(text).toContain('name="city" value="Ghent"');
  expect(text).toContain('value="pending"');
  expect((await post(page(token), { city: "Ghent", method: "erip", outcome: "successful" })).status).toBe(
    303,
  );
  expect((await payments.checkouts.get(token)).customer).toMatchObject({ city: "Ghent" });
  const wallet = await checkout({ payment_method: { types: ["credit_card", "google_pay"] } });
  expect((await post(page(wallet), { method: "google_pay" })).text).not.toContain('value="pending"');
});

test("a method that was sent twice is offered once", async () => {
  const { checkout, get } = openPages();
  const token = await checkout({ payment_method: { types: ["erip", "credit_card", "erip"] } });
  expect((await get(page(token))).text.match(/value="erip"/g)).toHaveLength(1);
});

test("a tokenization with an amount shows it", async () => {
  const { checkout, get } = openPages();
  expect((await get(page(await checkout({ transaction_type: "tokenization" })))).text).toContain("€129.00");
});

test("the confirmation of a test product is marked as a test", async () => {
  const { product, get } = openPages();
  const { confirm_url } = await product({ test: true });
  expect((await get(new URL(confirm_url).pathname)).text).toContain("Test payment");
  const real = await product();
  expect((await get(new URL(real.confirm_url).pathname)).text).not.toContain("Test payment");
});

test("a custom field has a default label, is marked if it is optional, and keeps its entry", async () => {
  const { checkout, post } = openPages();
  const custom_fields = {
    custom_field_1: { visible: true },
    custom_field_2: { label: "Reader", visible: true, required: true },
  };
  const order = { amount: 100, currency: "EUR", description: "Pass", custom_fields };
  const token = await checkout({ order });
  const { text } = await post(page(token), { custom_field_1: "R-1", custom_field_2: "R-2" });
  expect(text).toMatch(/<label for="custom_field_1"><bdi>custom field 1<\/bdi><span class="optional"/);
  expect(text).toMatch(/<label for="custom_field_2"><bdi>Reader<\/bdi><\/label>/);
  expect(text).toMatch(/<input id="custom_field_1"[^>]* value="R-1"/);
  expect(text).toMatch(/<input id="custom_field_2"[^>]* value="R-2"/);
});

test("a challenge is in a frame only with iframe", async () => {
  const { checkout, get, post } = openPages();
  for (const iframe of [undefined, false, true]) {
    const token = await checkout({ iframe });
    await post(page(token), { ...CARD, number: "4012000000001097" });
    expect((await get(page(token, "challenge"))).text.includes("<iframe")).toBe(iframe === true);
  }
});
