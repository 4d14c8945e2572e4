import { describe, expect, test } from "vitest";
import { CARD, openPages, page } from "./open-pages.ts";
import { stateOf } from "./state-of.ts";

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;

test("texts of merchants and customers are escaped", async () => {
  const { checkout, get, post, product } = openPages();
  const hostile = {
    label: HOSTILE.slice(0, 50),
    value: HOSTILE,
    placeholder: HOSTILE.slice(0, 50),
    visible: true,
  };
  const token = await checkout({
    order: {
      amount: 100,
      currency: "EUR",
      description: HOSTILE,
      custom_fields: { custom_field_1: hostile },
      additional_data: { receipt_text: [HOSTILE] },
    },
    customer: { first_name: HOSTILE, city: HOSTILE },
    settings: {
      button_next_text: HOSTILE,
      credit_card_fields: { holder: HOSTILE },
      save_card_toggle: { text: HOSTILE, hint: HOSTILE },
      agreement_toggle: { text: `[${HOSTILE}]`, url: "https://shop.example/?a=\"'><script>" },
      customer_fields: { visible: ["first_name"], read_only: ["city"] },
    },
    payment_method: { types: ["credit_card", HOSTILE], [HOSTILE]: { service_no: HOSTILE } },
  });
  const { confirm_url } = await product({ name: HOSTILE, description: HOSTILE, visible_fields: ["city"] });
  const opened = await get(page(token));
  const pages = [
    opened,
    await post(page(token), { ...CARD, first_name: HOSTILE.repeat(9), holder: HOSTILE }),
    await post(page(token), { method: HOSTILE, first_name: HOSTILE, agreement: HOSTILE }),
    await get(new URL(confirm_url).pathname),
  ];
  await post(page(token), { ...CARD, first_name: HOSTILE, holder: "KIM", agreement: "on" });
  pages.push(await get(page(token, "result")));
  for (const { text } of pages) {
    expect(text).toContain("&lt;script&gt;alert(1)");
    expect(text.replace('<script src="/v2/assets/page.js" defer=""></script>', "")).not.toMatch(
      /<script|<img/i,
    );
  }
});

test("labels in problems, the bank's reason and parameters of a method are escaped", async () => {
  const { checkout, get, post } = openPages();
  const label = HOSTILE.slice(0, 50);
  const order = {
    amount: 100,
    currency: "EUR",
    description: "Pass",
    custom_fields: { custom_field_1: { label, visible: true, required: true } },
    additional_data: { recipient: { expected_bank_code: HOSTILE } },
  };
  const erip = { service_no: HOSTILE, account_number: HOSTILE };
  const payment_method = { types: ["credit_card", "erip"], erip };
  const settings = {
    agreement_toggle: { text: `${HOSTILE} [terms]` },
  };
  const token = await checkout({ order, payment_method, settings, test: true });
  const filled = { ...CARD, custom_field_1: HOSTILE, agreement: "on" };
  const pages = [
    await get(page(token)),
    await post(page(token), CARD),
    await post(page(token), { ...filled, method: "erip" }),
    await get(page(await checkout({ payment_method: { types: ["erip"], erip } }))),
  ];
  await post(page(token), filled);
  pages.push(await get(page(token, "result")));
  for (const { text } of pages) {
    expect(text).toContain("&lt;script&gt;alert(1)");
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).not.toMatch(/<img|javascript:/);
  }
});

test.each([
  "javascript:alert(1)",
  "data:text/html,<script>",
  "blob:https://shop.example/7",
  "//shop.example/",
  "/shop",
])("no page links to %s, which a state may hold", async (address) => {
  const { checkout, sandbox } = openPages();
  const settings = { return_url: "https://shop.example/back", auto_return: "5" };
  const agreement_toggle = { text: "[terms]", url: "https://shop.example/back" };
  const token = await checkout({ settings: { ...settings, agreement_toggle } });
  const kept = JSON.stringify(await sandbox.state());
  const state = JSON.parse(kept.replaceAll("https://shop.example/back", address));
  const reopened = openPages({ state });
  const opened = await reopened.get(page(token));
  expect(opened.text).toContain("terms");
  expect(opened.text).not.toContain(address.slice(0, 8));
  expect(opened.text).not.toContain(">Cancel</button>");
  const cancelled = await reopened.post(page(token, "checkout/cancel"));
  expect([cancelled.location, cancelled.refresh]).toStrictEqual([undefined, undefined]);
  expect(cancelled.text).not.toContain("<a ");
  await reopened.sandbox.pay(token);
  const { text, refresh } = await reopened.get(page(token, "result"));
  expect([text.includes(address.slice(0, 8)), refresh]).toStrictEqual([false, undefined]);
});

test("the API does not have the headers of pages", async () => {
  const { get } = openPages();
  expect((await get("/products")).headers.get("referrer-policy")).toBeNull();
});

describe("state changes only by POST", () => {
  test.each(["checkout", "challenge", "result", "checkout/cancel"])("GET %s pays nothing", async (name) => {
    const { checkout, get, sandbox, status } = openPages();
    const token = await checkout();
    await get(`${page(token, name)}&method=credit_card&number=4200000000000000&answer=confirm`);
    expect([(await stateOf(sandbox)).transactions.length, await status(token)]).toStrictEqual([
      0,
      "incomplete",
    ]);
  });
});

test.each(["{", "a=%E0%A4%A", "\u0000"])("a body of %j pays nothing, and the page is shown", async (body) => {
  const { checkout, get, sandbox } = openPages();
  const token = await checkout();
  for (const type of [
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json",
  ]) {
    const headers = { "content-type": type };
    const { status, text } = await get(page(token), { method: "POST", body, headers });
    expect([200, 422]).toContain(status);
    expect(text).toContain("Card number");
  }
  expect((await stateOf(sandbox)).transactions).toHaveLength(0);
});

test("cancel returns to the shop, and the token can still be paid", async () => {
  const { checkout, post, status } = openPages();
  const cancel_url = "https://shop.example/cancel?cart=7";
  const token = await checkout({ settings: { cancel_url } });
  const { status: answered, refresh } = await post(page(token, "checkout/cancel"));
  expect([answered, refresh]).toStrictEqual([200, `0; url=${cancel_url}&token=${token}&status=incomplete`]);
  const nowhere = await post(page(await checkout(), "checkout/cancel"));
  expect(nowhere.text).toContain("<h1>Payment cancelled</h1>");
  expect((await post(page(token), CARD)).status).toBe(303);
  expect((await post(page(token, "checkout/cancel"))).location).toBe(page(token));
  expect(await status(token)).toBe("successful");
});

test("an expired token shows that, with a link back to the shop", async () => {
  const { checkout, get, post, sandbox } = openPages();
  const token = await checkout({ settings: { fail_url: "https://shop.example/fail" } });
  await sandbox.expire(token);
  const { status, text } = await get(page(token));
  expect(status).toBe(410);
  expect(text).toContain("The time to pay has expired");
  expect(text).toContain(`href="https://shop.example/fail?token=${token}&amp;status=error"`);
  expect((await post(page(token), CARD)).location).toBe(page(token));
});

describe("in the widget", () => {
  const widget = (token: string, name?: string) => `${page(token, name)}&widget=1`;
  const messageOf = (text: string): unknown =>
    JSON.parse(
      (/data-widget-message="([^"]*)"/.exec(text)?.[1] ?? "null")
        .replaceAll("&quot;", '"')
        .replaceAll("&amp;", "&"),
    );
  const settings = { return_url: "https://shop.example/back", auto_return: "0" };

  test("the pages stay in the frame, and the result is posted instead of a redirect", async () => {
    const { checkout, get, post } = openPages();
    const token = await checkout({ settings });
    expect((await get(widget(token))).text).toContain(`action="/v2/checkout?token=${token}&amp;widget=1"`);
    expect((await post(widget(token), CARD)).location).toBe(widget(token, "result"));
    const { text, refresh } = await get(widget(token, "result"));
    expect(refresh).toBeUndefined();
    expect(messageOf(text)).toMatchObject({
      source: "payments-client/sandbox",
      token,
      status: "successful",
      close: true,
    });
    expect(text).toContain('data-return="now"');
    expect(messageOf((await get(page(token, "result"))).text)).toBeNull();
  });

  test("Cancel closes it without a status", async () => {
    const { checkout, post } = openPages();
    const token = await checkout({ settings });
    const { status, text } = await post(widget(token, "checkout/cancel"));
    expect([status, messageOf(text)]).toStrictEqual([
      200,
      {
        source: "payments-client/sandbox",
        token,
        status: null,
        close: true,
        redirect: `https://shop.example/back?token=${token}&status=incomplete`,
      },
    ]);
  });

  test("a declined payment is posted, and a challenge outside of the widget, but not one in a frame", async () => {
    const cases: [number: string, iframe: boolean, status: string | null, page?: string][] = [
      ["4005550000000019", false, "failed"],
      ["4012000000001097", false, "redirected", "challenge"],
      ["4012000000001097", true, null],
    ];
    for (const [number, iframe, status, name] of cases) {
      const { checkout, get, post } = openPages();
      const token = await checkout({ iframe });
      const { location = "" } = await post(widget(token), { ...CARD, number });
      expect(location).toMatch("&widget=1");
      const redirect = name ? page(token, name) : null;
      expect(messageOf((await get(location)).text)).toEqual(
        status && { source: "payments-client/sandbox", token, status, close: true, redirect },
      );
      expect(messageOf((await get(`${widget(token, "challenge")}&frame=1`)).text)).toBeNull();
    }
  });

  test("an unknown token is posted as an error", async () => {
    const { get } = openPages();
    const { status, text } = await get(widget("none"));
    expect([status, messageOf(text)]).toMatchObject([
      404,
      { token: "none", status: "error", redirect: null },
    ]);
    expect(messageOf((await get(page("none"))).text)).toBeNull();
  });
});
