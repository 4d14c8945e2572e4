import { expect, test } from "vitest";
import { CARD, CHROME, openPages, page, shownPage } from "./open-pages.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1";
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15";
const GALAXY =
  "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const BRANDS = ["visa", "master", "maestro", "Amex", "belkart"];

/** The methods of a page's radio buttons; a single method has no radio button. */
const offered = (text: string): string[] => {
  const choices = [...text.matchAll(/name="method"[^>]* value="([^"]+)"/g)].map(([, value]) => value ?? "");
  return choices.length === 0 && text.includes('id="number"') ? ["credit_card"] : choices;
};

test.each([
  [{}, FIREFOX, ["credit_card"]],
  [{}, CHROME, ["credit_card", "google_pay"]],
  [{}, IPHONE, ["credit_card", "apple_pay"]],
  [{}, MAC, ["credit_card", "apple_pay"]],
  [{}, GALAXY, ["credit_card", "google_pay", "samsung_pay"]],
  [{ types: [] }, FIREFOX, ["credit_card"]],
  [{ types: ["erip", "credit_card", "erip"] }, CHROME, ["erip", "credit_card"]],
  [
    { types: ["credit_card", "valueOf", "hasOwnProperty", "__proto__", "constructor"] },
    CHROME,
    ["credit_card", "valueOf", "hasOwnProperty", "__proto__", "constructor"],
  ],
  [{ types: ["credit_card", "apple_pay"] }, CHROME, ["credit_card"]],
  [
    { types: ["credit_card", "google_pay"], excluded_types: ["credit_card"] },
    CHROME,
    ["credit_card", "google_pay"],
  ],
  [{ excluded_types: ["google_pay"] }, CHROME, ["credit_card"]],
  [{ excluded_brands: ["google_pay"] }, CHROME, ["credit_card"]],
  [{ excluded_brands: BRANDS.slice(0, -1) }, CHROME, ["credit_card", "google_pay"]],
  [{ excluded_brands: BRANDS }, CHROME, ["google_pay"]],
  [{ types: ["credit_card", "google_pay"], excluded_brands: ["google_pay"] }, CHROME, ["credit_card"]],
  [{ excluded_types: ["samsung_pay"] }, GALAXY, ["credit_card", "google_pay"]],
])("%j in %s offers %j", async (payment_method, browser, expected) => {
  const { checkout, get } = openPages();
  const token = await checkout({ payment_method });
  const { text } = await get(page(token), { headers: { "user-agent": browser } });
  expect(offered(text)).toStrictEqual(expected);
});

test("an order without a payment method shows the settings that limit it, and a Cancel button", async () => {
  for (const [payment_method, limits] of [
    [
      { excluded_types: ["credit_card", "google_pay"] },
      { "payment_method.excluded_types": "credit_card, google_pay" },
    ],
    [
      { types: ["credit_card"], excluded_types: ["google_pay"], excluded_brands: BRANDS },
      {
        "payment_method.types": "credit_card",
        "payment_method.excluded_brands": "visa, master, maestro, Amex, belkart",
      },
    ],
    [{ types: ["apple_pay"] }, { "payment_method.types": "apple_pay" }],
  ] as const) {
    const text = await shownPage({ payment_method, settings: { cancel_url: "https://shop.example/" } });
    for (const part of ["No payment method is available", "settings of the order limit", "Cancel"])
      expect(text).toContain(part);
    const shown = [...text.matchAll(/<dt><code>([^<]*)<\/code><\/dt><dd>([^<]*)<\/dd>/g)];
    expect(Object.fromEntries(shown.map(([, name, values]) => [name, values]))).toStrictEqual(limits);
    expect(text).not.toContain('id="number"');
  }
});

test("a card, also a saved one, does not pay where it is not offered", async () => {
  for (const payment_method of [
    { types: ["erip", "google_pay"] },
    { types: ["erip"] },
    { excluded_types: ["credit_card"] },
    { excluded_brands: BRANDS },
    { excluded_brands: ["visa"] },
  ]) {
    const { checkout, get, post, savedCard, state } = openPages();
    const credit_card = { token: await savedCard() };
    const token = await checkout({
      payment_method: { ...payment_method, credit_card },
      settings: { auto_pay: true },
    });
    const opened = await get(page(token));
    expect([opened.status, opened.text.includes("Visa ending in")]).toStrictEqual([200, false]);
    const before = (await state()).transactions;
    await post(page(token), CARD);
    await post(page(token), { method: "credit_card", saved_cvc: "123" });
    expect((await state()).transactions).toStrictEqual(before);
  }
});

test("a pending payment is completed or failed later, on its page", async () => {
  const settings = { return_url: "https://shop.example/back" };
  for (const [answer, status, title] of [
    ["confirm", "successful", "Payment successful"],
    ["decline", "failed", "Payment declined"],
  ] as const) {
    const { checkout, get, post, sandbox, status: statusOf } = openPages();
    const erip = { account_number: "A-1007" };
    const token = await checkout({ settings, payment_method: { types: ["erip"], erip } });
    const { uid } = await sandbox.pay(token, { method: "erip" });
    expect((await get(page(token))).location).toBe(page(token, "result"));
    const shown = await get(page(token, "result"));
    expect(shown.text).toMatch(
      /<h1>Waiting for the payment<\/h1>.*€129.*The shop is notified.*Account number<\/dt><dd>A-1007</,
    );
    const [, action = ""] = /<form method="post" action="([^"]*)"/.exec(shown.text) ?? [];
    expect(action).toBe(page(token, "result"));
    expect(shown.text).toMatch(new RegExp(`<button type="submit" name="answer" value="${answer}"`));

    expect((await post(action, { answer })).location).toBe(page(token, "result"));
    expect(await statusOf(token)).toBe(status);
    const { text } = await get(page(token, "result"));
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).not.toContain('name="answer"');
    const query = `token=${token}&amp;status=${status}&amp;uid=${uid}`;
    expect(text).toContain(`href="https://shop.example/back?${query}"`);
  }
});

test("only a valid answer changes a pending payment: no other value, no HEAD, no other token", async () => {
  const { checkout, get, post, sandbox, status } = openPages();
  const payment_method = { types: ["erip", "credit_card"] };
  const open = await checkout({ payment_method });
  const paid = await checkout({ payment_method });
  await sandbox.pay(paid);
  const token = await checkout({ payment_method });
  await sandbox.pay(token, { method: "erip" });
  const before = JSON.stringify(await sandbox.state());
  for (const answer of ["", "yes", "CONFIRM"]) {
    expect((await post(page(token, "result"), { answer })).location).toBe(page(token, "result"));
  }
  expect((await post(page(token, "result"))).status).toBe(303);
  expect((await get(page(token, "result"), { method: "HEAD" })).status).toBe(200);
  expect((await post(page(token, "challenge"), { answer: "confirm" })).status).toBe(303);
  for (const other of [open, paid]) {
    expect((await post(page(other, "result"), { answer: "confirm" })).status).toBe(303);
  }
  expect((await post(page("unknown", "result"), { answer: "confirm" })).status).toBe(404);
  expect(JSON.stringify(await sandbox.state())).toBe(before);
  await sandbox.expire(token);
  await post(page(token, "result"), { answer: "confirm" });
  expect(await status(token)).toBe("error");
});

test.each([
  ["google_pay", "successful"],
  ["google_pay", "failed"],
  ["erip", "successful"],
  ["erip", "pending"],
])("%s has a step that asks for its outcome and keeps the details: %s", async (method, outcome) => {
  const { checkout, post, payments, status } = openPages();
  const token = await checkout({
    payment_method: { types: ["credit_card", "google_pay", "erip"] },
    settings: { customer_fields: { visible: ["city"] } },
  });
  const details = { city: "Ghent", method };
  const step = await post(page(token), details);
  expect([step.status, await status(token)]).toStrictEqual([200, "error"]);
  expect(step.text).toContain("You choose the result");
  for (const [name, value] of Object.entries(details))
    expect(step.text).toContain(`name="${name}" value="${value}"`);
  expect(step.text.includes('value="pending"')).toBe(method === "erip");
  expect((await post(page(token), { ...details, outcome })).location).toBe(page(token, "result"));
  expect(await payments.checkouts.get(token)).toMatchObject({ status: outcome, customer: { city: "Ghent" } });
});

test("a wallet cannot be left pending, and a method that is not offered cannot be used", async () => {
  const { checkout, post, status } = openPages();
  const token = await checkout();
  expect((await post(page(token), { method: "google_pay", outcome: "pending" })).text).toContain(
    "choose the",
  );
  for (const method of ["erip", "apple_pay", "", "__proto__"]) {
    expect((await post(page(token), { method, outcome: "successful" })).status).toBe(422);
  }
  expect(await status(token)).toBe("error");
});

test("a wallet with its own page is offered if the token names it, and ends on this page", async () => {
  for (const [answer, status] of [
    ["confirm", "successful"],
    ["decline", "failed"],
  ] as const) {
    const { checkout, get, post, state, sandbox } = openPages();
    expect(offered((await get(page(await checkout()))).text)).not.toContain("click_pay");
    const token = await checkout({ payment_method: { types: ["click_pay", "google_pay", "credit_card"] } });
    const { text } = await get(page(token));
    expect(offered(text)).toStrictEqual(["click_pay", "google_pay", "credit_card"]);
    expect(text).toContain('<span class="redirect">Pay with Click Pay</span>');
    const { location = "" } = await post(page(token), { method: "click_pay" });
    const opened = (await get(location)).text;
    expect(opened).toContain("You choose the result of the payment on the page of Click Pay.");
    expect(opened).not.toMatch(/3-D Secure|bank card/i);
    await post(page(token, "challenge"), { answer });
    const { transaction } = (await state()).transactions[0] ?? {};
    expect(transaction).toMatchObject({ status, payment_method_type: "click_pay", credit_card: null });
    const again = await checkout({ payment_method: { types: ["click_pay"] } });
    expect(await sandbox.pay(again, { method: "click_pay" })).toMatchObject({ status: "successful" });
  }
});

test("developers read which offered wallets their browser does not have", async () => {
  const types = ["credit_card", "apple_pay", "samsung_pay", "google_pay"];
  const noted = async (userAgent: string) => {
    const { checkout, get } = openPages();
    const token = await checkout({ payment_method: { types } });
    const { text } = await get(page(token), { headers: { "user-agent": userAgent } });
    return /<small>Not in this browser: ([^<]*)</.exec(text)?.[1];
  };
  expect(await noted(CHROME)).toBe("Apple Pay, Samsung Pay");
  expect(await noted(MAC)).toBe("Samsung Pay, Google Pay");
  expect(await shownPage({ payment_method: { types: ["credit_card"] } })).not.toContain("in this browser");
});
