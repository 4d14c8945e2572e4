import { describe, expect, test } from "vitest";
import { textOf } from "../../text-of.ts";
import { CARD, CHALLENGED, DECLINED, openPages, page } from "../open-pages.ts";

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
      "Try again",
      "data-countdown",
    ])
      expect(text).not.toContain(part);
  });

  test("of a declined card: the bank's reason for the customer and the number, no receipt and nothing to print", async () => {
    const { checkout, get, post, state } = openPages();
    const additional_data = {
      receipt_text: ["Thank you for your visit"],
      recipient: { expected_bank_code: "05" },
    };
    const token = await checkout({ test: true, order: { additional_data } });
    await post(page(token), CARD);
    const { text } = await get(page(token, "result"));
    const [kept] = (await state()).transactions;
    expect(text).toContain('<dt>Reason</dt><dd dir="auto">The bank declined the payment (05).');
    for (const part of [String(kept?.transaction.uid), "€129.00"]) expect(text).toContain(part);
    for (const part of ["data-print", "Thank you for your visit", "Check again", "Try again"])
      expect(text).not.toContain(part);
  });

  test("of a payment that succeeded: the merchant's lines and the button's text, but no custom value", async () => {
    const { checkout, get, sandbox } = openPages();
    const token = await checkout({
      settings: { button_next_text: "Back to reading", return_url: RETURN },
      order: {
        custom_fields: { custom_field_1: { label: "Reader", value: "R-4711", visible: true } },
        additional_data: { receipt_text: ["Thank you for reading", "Floor 2"] },
      },
    });
    await sandbox.pay(token);
    const { text } = await get(page(token, "result"));
    for (const line of ["Payment successful", "Back to reading", "Thank you for reading", "Floor 2"])
      expect(text).toContain(line);
    expect(text).not.toContain("R-4711");
  });

  test("of a payout and a tokenization: that money was sent or not, or that a card was saved", async () => {
    const { checkout, get, post } = openPages();
    for (const [transaction_type, card, ...texts] of [
      ["payout", CARD, "<h1>Payout sent</h1>"],
      ["payout", DECLINED, "<h1>Payout declined</h1>", "No money was sent."],
      ["tokenization", CARD, "<h1>Card saved</h1>"],
    ] as const) {
      const token = await checkout({ transaction_type });
      await post(page(token), card);
      const { text } = await get(page(token, "result"));
      for (const part of texts) expect(text).toContain(part);
    }
  });

  test("of a pending payment: its method, no reason, and a link to check again", async () => {
    const { checkout, get, post } = openPages();
    const token = await checkout({ payment_method: { types: ["erip"] }, settings: { language: "ru" } });
    await post(page(token), { method: "erip", outcome: "pending" });
    const { text } = await get(page(token, "result"));
    expect(text).toContain(`href="/v2/result?token=${token}"`);
    expect(textOf(text)).toContain("ЕРИП");
    expect(text).toContain(">Одобрить</button>");
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
    const cancelled = await post(page(await checkout(), "checkout/cancel"));
    for (const { text } of [expired, cancelled]) {
      for (const part of ['class="facts"', "data-print", "Try again", "Check again"])
        expect(text).not.toContain(part);
    }
    expect(expired.text).toContain("The time to pay has expired");
    expect(cancelled.text).toContain("<h1>Payment cancelled</h1>");
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

  test("a form for a token that was paid or expired meanwhile", async () => {
    const { checkout, post, sandbox } = openPages();
    const [paid, expired] = [await checkout(), await checkout()] as const;
    await sandbox.pay(paid);
    await sandbox.expire(expired);
    for (const token of [paid, expired])
      for (const fields of [CARD, { method: "credit_card" }, { method: "google_pay" }])
        expect(await post(page(token), { ...fields })).toMatchObject({ status: 303, location: page(token) });
  });
});

test("a customer cannot complete a payout that waits for its verification", async () => {
  const asked = Promise.withResolvers<Response>();
  const { checkout, get, post } = openPages({ deliver: () => asked.promise });
  const settings = { verification_url: "https://shop.example/verify" };
  const token = await checkout({ transaction_type: "payout", settings });
  const paying = post(page(token), CARD);
  await expect.poll(async () => (await get(page(token))).location).toBe(page(token, "result"));
  expect((await get(page(token, "result"))).refresh).toBe("2");
  expect((await post(page(token, "challenge"), { answer: "confirm" })).location).toBe(page(token));
  asked.resolve(Response.json({ code: 1 }));
  expect((await paying).location).toBe(page(token, "result"));
  expect((await get(page(token, "result"))).text).toContain("Payout declined");
});

test("the widget's first page is empty but for its script", async () => {
  const { text } = await openPages().get("/v2/start");
  expect(text).toContain('<body class="widget"');
  expect(textOf(text)).toContain("One moment, please");
});

test("the shop's initial is in upper case, and a token's page has the token's colours", async () => {
  const { checkout, get } = openPages({ shopName: "ünique books" });
  const token = await checkout();
  const { text } = await get(page(token));
  expect(text).toMatch(/class="initial"[^>]*>Ü</);
  expect(text).toContain(`href="/v2/assets/style.css?token=${token}"`);
  expect((await get(page("none"))).text).not.toContain("style.css");
});
