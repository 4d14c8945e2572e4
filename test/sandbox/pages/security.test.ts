import { describe, expect, test } from "vitest";
import { CARD, openPages, page } from "./open-pages.ts";

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;

test("texts of merchants, customers and banks are escaped", async () => {
  const { checkout, get, post, product } = openPages();
  const label = HOSTILE.slice(0, 50);
  const field = { label, value: HOSTILE, placeholder: label, visible: true };
  const hostile = { service_no: HOSTILE, account_number: HOSTILE };
  const token = await checkout({
    test: true,
    attempts: 2,
    order: {
      description: HOSTILE,
      custom_fields: { custom_field_1: field, custom_field_2: { label, visible: true, required: true } },
      additional_data: { receipt_text: [HOSTILE], recipient: { expected_bank_code: HOSTILE } },
    },
    customer: { first_name: HOSTILE, city: HOSTILE },
    settings: {
      button_next_text: HOSTILE,
      credit_card_fields: { holder: HOSTILE },
      save_card_toggle: { text: HOSTILE, hint: HOSTILE },
      agreement_toggle: { text: `${HOSTILE} [${HOSTILE}]`, url: "https://shop.example/?a=\"'><script>" },
      customer_fields: { visible: ["first_name"], read_only: ["city"] },
    },
    payment_method: { types: ["credit_card", "erip", HOSTILE], erip: hostile, [HOSTILE]: hostile },
  });
  const filled = { ...CARD, first_name: HOSTILE, custom_field_2: HOSTILE, agreement: HOSTILE };
  const { confirm_url } = await product({ name: HOSTILE, description: HOSTILE, visible_fields: ["city"] });
  const pages = [
    await get(page(token)),
    await post(page(token), CARD),
    await post(page(token), { ...CARD, first_name: HOSTILE.repeat(9), holder: HOSTILE }),
    await post(page(token), { ...filled, method: HOSTILE }),
    await post(page(token), { ...filled, method: "erip" }),
    await post(page(await checkout({ payment_method: { types: ["erip"], erip: hostile } })), {
      method: "erip",
    }),
    await get(new URL(confirm_url).pathname),
  ];
  await post(page(token), filled);
  pages.push(await get(page(token, "result")));
  await post(page(token), { ...filled, method: "erip", outcome: "successful" });
  pages.push(await get(page(token, "result")));
  for (const { text } of pages) {
    expect(text).toContain("&lt;script&gt;alert(1)");
    expect(text.match(/<script/gi)).toHaveLength(1);
    expect(text).not.toMatch(/<img|javascript:/i);
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

test.each(["{", "a=%E0%A4%A", "\u0000"])("a body of %j pays nothing, and the page is shown", async (body) => {
  const { checkout, get, state } = openPages();
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
  expect((await state()).transactions).toHaveLength(0);
});

test("cancel returns to the shop, and the token can still be paid", async () => {
  const { checkout, post, status } = openPages();
  const cancel_url = "https://shop.example/cancel?cart=7";
  const token = await checkout({ settings: { cancel_url } });
  const { status: answered, refresh } = await post(page(token, "checkout/cancel"));
  expect([answered, refresh]).toStrictEqual([200, `0; url=${cancel_url}&token=${token}&status=incomplete`]);
  const nowhere = await post(page(await checkout(), "checkout/cancel"));
  expect(nowhere.text).toContain("<h1>Payment canceled</h1>");
  expect((await post(page(token), CARD)).status).toBe(303);
  expect((await post(page(token, "checkout/cancel"))).location).toBe(page(token));
  expect(await status(token)).toBe("successful");
});

describe("in the widget", () => {
  const widget = (token: string, name?: string) => `${page(token, name)}&widget=1`;
  const messageOf = (text: string): unknown =>
    JSON.parse(
      (/data-widget-message="([^"]*)"/.exec(text)?.[1] ?? "null")
        .replaceAll("&quot;", '"')
        .replaceAll("&amp;", "&"),
    );
  const return_url = "https://shop.example/back?cart=7";

  test.each([
    ["0", "now"],
    ["5", "pressed"],
  ])("with auto_return %s the pages stay in the frame, and post the result", async (auto_return, when) => {
    const { checkout, get, post } = openPages();
    const token = await checkout({ settings: { return_url, auto_return } });
    expect((await get(widget(token))).text).toContain(`action="/v2/checkout?token=${token}&amp;widget=1"`);
    expect((await post(widget(token), CARD)).location).toBe(widget(token, "result"));
    const { text, refresh } = await get(widget(token, "result"));
    expect(refresh).toBeUndefined();
    expect(messageOf(text)).toStrictEqual({
      source: "payments-client/sandbox",
      token,
      status: "successful",
      close: true,
      redirect: expect.stringMatching(
        `^https://shop.example/back\\?cart=7&token=${token}&status=successful&uid=`,
      ),
    });
    expect(text).toContain(`data-return="${when}"`);
    expect(messageOf((await get(page(token, "result"))).text)).toBeNull();
  });
});
