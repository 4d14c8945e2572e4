import { describe, expect, test } from "vitest";
import { textOf } from "../../text-of.ts";
import { CARD, openPages, page } from "../open-pages.ts";

const CHALLENGED = { ...CARD, number: "4012 0000 0000 1097" };
const RETURN = "https://shop.example/return";

describe("a result shows what is known, and no more", () => {
  test("of a payment by card: facts without method, reason, cart or receipt lines, and a Print button", async () => {
    const { checkout, get, post } = openPages();
    const token = await checkout();
    await post(page(token), CARD);
    const { text } = await get(page(token, "result"));
    for (const part of ['class="facts"', "data-print", 'class="sign successful"'])
      expect(text).toContain(part);
    for (const part of [
      "Paid with",
      "Reason",
      'class="lines"',
      'class="receipt"',
      "Check again",
      "data-countdown",
    ])
      expect(text).not.toContain(part);
  });

  test("of a declined card: the bank's reason for the customer, no receipt and nothing to print", async () => {
    const { checkout, get, post } = openPages();
    const additional_data = {
      receipt_text: ["Thank you for your visit"],
      recipient: { expected_bank_code: "05" },
    };
    const order = { amount: 12900, currency: "EUR", description: "Annual pass", additional_data };
    const token = await checkout({ test: true, order });
    await post(page(token), CARD);
    const { text } = await get(page(token, "result"));
    expect(text).toMatch(/<dt>Reason<\/dt><dd dir="auto">The bank declined the payment \([^)]+\)\./);
    for (const part of ["data-print", "Thank you for your visit", "Check again"])
      expect(text).not.toContain(part);
  });

  test("of a pending payment: its method, no reason, and a link to check again", async () => {
    const { checkout, get, post } = openPages();
    const token = await checkout({ payment_method: { types: ["erip"] }, settings: { language: "ru" } });
    await post(page(token), { method: "erip", outcome: "pending" });
    const { text } = await get(page(token, "result"));
    expect(text).toContain(`href="/v2/result?token=${token}"`);
    expect(textOf(text)).toContain("ЕРИП");
    expect(text).not.toContain("data-print");
    expect(text).not.toContain("Причина");
  });

  test("of a payment that the customer did not confirm: the gateway's message, marked as English", async () => {
    const { checkout, get, post } = openPages();
    const token = await checkout({ settings: { language: "ru" } });
    await post(page(token), CHALLENGED);
    await post(page(token, "challenge"), { answer: "decline" });
    const { text } = await get(page(token, "result"));
    expect(text).toMatch(/<dt>Причина<\/dt><dd lang="en" dir="auto">[^<]+</);
  });

  test("of an expired token and of a cancelled payment: no facts", async () => {
    const { checkout, get, post, sandbox } = openPages();
    const token = await checkout();
    await sandbox.expire(token);
    const expired = await get(page(token, "result"));
    expect(expired.status).toBe(410);
    const cancelled = await post(`/v2/checkout/cancel?token=${await checkout()}&widget=1`, { cancel: "1" });
    for (const { text } of [expired, cancelled]) {
      for (const part of ['class="facts"', "data-print", "Try again", "Check again"])
        expect(text).not.toContain(part);
    }
    expect(textOf(cancelled.text)).toContain("Payment cancelled");
  });
});

test("the seconds until the return are counted down, unless it is at once or never", async () => {
  const { checkout, get, sandbox } = openPages();
  for (const [auto_return, countdown] of [
    [undefined, undefined],
    [0, undefined],
    [5, "5"],
  ] as const) {
    const settings = { return_url: RETURN, ...(auto_return !== undefined && { auto_return }) };
    const token = await checkout({ settings });
    await sandbox.pay(token);
    const { text } = await get(page(token, "result"));
    expect(/data-countdown[^>]*>(\d+)</.exec(text)?.[1]).toBe(countdown);
  }
});

describe("a page that does not fit the state leads to the one that does", () => {
  test("the result of a token that nobody has paid for", async () => {
    const { checkout, get } = openPages();
    const token = await checkout();
    expect((await get(page(token, "result"))).location).toBe(page(token));
    expect((await get(page(token, "challenge"))).location).toBe(page(token));
  });

  test("the result of a payment whose challenge is open", async () => {
    const { checkout, get, post } = openPages();
    const token = await checkout();
    await post(page(token), CHALLENGED);
    expect((await get(page(token, "result"))).location).toBe(page(token));
    expect((await get(page(token))).location).toBe(page(token, "challenge"));
  });

  test("the challenge of a payment that is pending", async () => {
    const { checkout, get, post } = openPages();
    const token = await checkout({ payment_method: { types: ["erip"] } });
    await post(page(token), { method: "erip", outcome: "pending" });
    expect((await get(page(token, "challenge"))).location).toBe(page(token));
    expect((await get(page(token))).location).toBe(page(token, "result"));
  });

  test("an incomplete form for a token that was paid meanwhile", async () => {
    const { checkout, post, sandbox } = openPages();
    const token = await checkout();
    await sandbox.pay(token);
    for (const fields of [{ method: "credit_card" }, { method: "google_pay" }])
      expect(await post(page(token), fields)).toMatchObject({ status: 303, location: page(token) });
  });
});

describe("only what auto_pay paid skips the result page", () => {
  const order = { amount: 12900, currency: "EUR", description: "Annual pass" };

  test("a saved card's payment without auto_pay shows it", async () => {
    const { checkout, post, savedCard } = openPages();
    const payment_method = { types: ["credit_card" as const], credit_card: { token: await savedCard() } };
    const token = await checkout({ order, payment_method, settings: { return_url: RETURN } });
    const paid = await post(page(token), { method: "credit_card", saved_cvc: "123" });
    expect(paid.location).toBe(page(token, "result"));
  });

  test("a card that was entered shows it, with auto_pay and without a saved card", async () => {
    const { checkout, post } = openPages();
    const token = await checkout({ order, settings: { return_url: RETURN, auto_pay: true } });
    expect((await post(page(token), CARD)).location).toBe(page(token, "result"));
  });

  test("a second attempt after a declined one shows it", async () => {
    const { checkout, get, post, savedCard } = openPages();
    const payment_method = {
      types: ["credit_card" as const],
      credit_card: { token: await savedCard() },
    };
    const declining = { additional_data: { recipient: { expected_bank_code: "05" } } };
    const token = await checkout({
      attempts: 2,
      test: true,
      order: { ...order, ...declining },
      payment_method,
      settings: { return_url: RETURN, auto_pay: true },
    });
    const first = await get(page(token));
    expect(first.location).toMatch(RETURN);
    const second = await post(page(token), { method: "credit_card", saved_cvc: "123" });
    expect(second.location).toBe(page(token, "result"));
  });
});

test("the widget's first page is empty but for its script, and may be framed by any page", async () => {
  const { get } = openPages();
  const { status, text, headers } = await get("/v2/start");
  expect(status).toBe(200);
  expect(text).toContain('<body class="widget"');
  expect(textOf(text)).toContain("One moment, please");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors *");
});

test("a notice in the widget's frame is compact and reports an error", async () => {
  const { get } = openPages();
  const inWidget = (await get("/v2/checkout?token=none&widget=1")).text;
  expect(inWidget).toContain('<body class="widget" data-widget-message="');
  expect(inWidget).toContain("&quot;error&quot;");
  expect((await get("/v2/checkout?token=none")).text).toMatch(/<body>/);
});

test("the shop's initial is in upper case, and a token's page has the token's colours", async () => {
  const { checkout, get } = openPages({ shopName: "ünique books" });
  const token = await checkout();
  const { text } = await get(page(token));
  expect(text).toMatch(/class="initial"[^>]*>Ü</);
  expect(text).toContain(`href="/v2/assets/style.css?token=${token}"`);
  expect((await get(page("none"))).text).not.toContain("style.css");
});
