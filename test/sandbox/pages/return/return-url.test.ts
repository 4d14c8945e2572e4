import { describe, expect, test } from "vitest";
import type { SandboxOptions } from "../../../../src/sandbox.ts";
import { CARD, DECLINED, openPages, page } from "../open-pages.ts";

const ALL = {
  return_url: "https://shop.example/return?cart=7",
  success_url: "https://shop.example/success?cart=7",
  decline_url: "https://shop.example/decline?cart=7",
  fail_url: "https://shop.example/fail?cart=7",
  cancel_url: "https://shop.example/cancel?cart=7",
};
const { return_url, ...WITHOUT_RETURN } = ALL;

type Way = "successful" | "failed" | "pending" | "error" | "incomplete";
type Urls = Partial<typeof ALL>;

/** Takes a token to an ending, named like the status of the return URL; returns the customer's next address. */
const ended = async (way: Way, settings: Urls & { auto_return?: string }, shopUrl?: string) => {
  const { checkout, get, post, sandbox, state } = openPages({ shopUrl });
  const isPending = way === "pending";
  const token = await checkout({ settings, ...(isPending && { payment_method: { types: ["erip"] } }) });
  if (way === "successful") await sandbox.pay(token);
  if (way === "failed") await sandbox.pay(token, { card: DECLINED.number });
  if (isPending) await post(page(token), { method: "erip", outcome: "pending" });
  if (way === "error") await sandbox.expire(token);
  const isCancelled = way === "incomplete";
  const answer = await (isCancelled ? post(page(token, "checkout/cancel")) : get(page(token, "result")));
  const [, link = ""] = /<a [^>]*href="([^"]*)"/.exec(answer.text.replace(/^[\s\S]*<main/, "")) ?? [];
  const uid = (await state()).transactions[0]?.transaction.uid;
  return { token, uid, text: answer.text, link: link.replaceAll("&amp;", "&"), refresh: answer.refresh };
};

describe("after the payment page the customer returns to the shop", () => {
  test.each<Way>(["successful", "failed", "pending", "error", "incomplete"])(
    "%s, without an address of its own: to the address of the shop, or nowhere",
    async (way) => {
      const settings = way === "pending" ? WITHOUT_RETURN : {};
      const { link, refresh } = await ended(way, settings, "https://shop.example/");
      expect(link).toBe("https://shop.example/");
      expect(refresh).toBe(way === "incomplete" ? "0; url=https://shop.example/" : undefined);
      const { text, refresh: none } = await ended(way, settings);
      expect(text).not.toMatch(/Back to the shop|data-return|href="\/"/);
      expect(none).toBeUndefined();
    },
  );

  test("a payment can be cancelled where there is a page to go back to, and in the widget", async () => {
    const { checkout, get } = openPages();
    const canCancel = async (path: string) => (await get(path)).text.includes(">Cancel</button>");
    const nowhere = await checkout();
    expect(await canCancel(page(nowhere))).toBe(false);
    expect(await canCancel(`${page(nowhere)}&widget=1`)).toBe(true);
    expect(await canCancel(page(await checkout({ settings: { return_url } })))).toBe(true);
    const ofShop = openPages({ shopUrl: "https://shop.example/" });
    expect((await ofShop.get(page(await ofShop.checkout()))).text).toContain(">Cancel</button>");
  });

  test("the customer of a product returns to its address, else to the shop's, also after a decline", async () => {
    const shopUrl = "https://shop.example/";
    const thanks = "https://shop.example/thanks";
    const cases: [SandboxOptions, fields: object, card: typeof CARD, address: string | undefined][] = [
      [{}, {}, DECLINED, undefined],
      [{ shopUrl }, {}, DECLINED, shopUrl],
      [{ shopUrl }, {}, CARD, shopUrl],
      [{ shopUrl }, { return_url: thanks }, CARD, thanks],
      [{ shopUrl }, { success_url: thanks }, CARD, thanks],
    ];
    for (const [options, fields, card, address] of cases) {
      const { sandbox, product, get, state } = openPages(options);
      await sandbox.pay((await product({ ...fields })).id, { card: card.number });
      const { token = "" } = (await state()).checkouts[0] ?? {};
      const { text } = await get(page(token, "result"));
      expect(text).not.toContain('href="/"');
      expect(/<a class="button" href="(https:[^"?]+)\?/.exec(text)?.[1]).toBe(address);
    }
  });
});

const path = (name: keyof typeof ALL): string => new URL(ALL[name]).pathname;
const { decline_url, ...WITHOUT_DECLINE } = WITHOUT_RETURN;

test.each<[Way, object, string | undefined]>([
  ["successful", WITHOUT_RETURN, path("success_url")],
  ["successful", { fail_url: ALL.fail_url, cancel_url: ALL.cancel_url }, undefined],
  ["successful", { return_url: "", success_url: ALL.success_url }, path("success_url")],
  ["successful", { return_url: null, success_url: ALL.success_url }, path("success_url")],
  ["failed", WITHOUT_RETURN, path("decline_url")],
  ["failed", WITHOUT_DECLINE, undefined],
  ["error", { return_url, success_url: ALL.success_url }, path("return_url")],
  ["error", { decline_url }, undefined],
  ["incomplete", ALL, path("cancel_url")],
  ["incomplete", { return_url, fail_url: ALL.fail_url }, path("return_url")],
  ["incomplete", { success_url: ALL.success_url, decline_url }, undefined],
])("after %s with %j the customer goes to %s", async (way, settings, expected) => {
  const { link } = await ended(way, settings);
  expect(/^https:/.test(link) ? new URL(link).pathname : undefined).toBe(expected);
});

test.each([
  ["https://shop.example", "https://shop.example/?"],
  ["https://shop.example/?", "https://shop.example/?"],
  ["https://shop.example/?a=1&b", "https://shop.example/?a=1&b&"],
  ["https://shop.example/?q=a%20b+c&q=2", "https://shop.example/?q=a%20b+c&q=2&"],
  [
    "https://shop.example/?token=mine&a=1&status=x&uid=",
    "https://shop.example/?token=mine&a=1&status=x&uid=&",
  ],
  ["myapp://paid?order=7", "myapp://paid?order=7&"],
  ["https://shop.example/#cart", "https://shop.example/?", "#cart"],
  [
    "https://shop.example/возврат?имя=я",
    "https://shop.example/%D0%B2%D0%BE%D0%B7%D0%B2%D1%80%D0%B0%D1%82?%D0%B8%D0%BC%D1%8F=%D1%8F&",
  ],
])("%s keeps the merchant's parameters", async (address, start, end = "") => {
  const { link, token, uid } = await ended("successful", { return_url: address });
  expect(link).toBe(`${start}token=${token}&status=successful&uid=${uid}${end}`);
});

describe("auto_return redirects the customer", () => {
  test.each<[Way, string]>([
    ["successful", "/return"],
    ["failed", "/return"],
    ["pending", "/return"],
    ["error", "/fail"],
  ])("after 5 seconds, %s, to where the button leads", async (way, path) => {
    const { link, refresh, text } = await ended(way, { ...ALL, auto_return: "5" });
    expect(text).toContain('<span data-countdown="true">5</span>');
    expect(refresh).toBe(`5; url=${link}`);
    expect(new URL(link).pathname).toBe(path);
    expect(new URL(link).searchParams.get("status")).toBe(way);
  });

  test.each([
    [CARD, "/success", "successful"],
    [DECLINED, "/decline", "failed"],
  ])("at once with 0, after paying with %o, to %s; the result's link works", async (card, path, status) => {
    const { checkout, get, post } = openPages();
    const token = await checkout({ settings: { ...WITHOUT_RETURN, auto_return: "0" } });
    const { status: answered, refresh = "", text } = await post(page(token), card);
    expect(answered).toBe(200);
    const address = `https://shop.example${path}?cart=7&token=${token}&status=${status}&uid=`;
    expect(refresh.startsWith(`0; url=${address}`)).toBe(true);
    expect(text).toContain(`href="${refresh.slice("0; url=".length).replaceAll("&", "&amp;")}"`);
    expect((await get(page(token, "result"))).refresh).toBeUndefined();
  });

  test("at once with 0, after a pending payment was completed", async () => {
    const { checkout, post, sandbox } = openPages();
    const settings = { return_url, auto_return: 0 };
    const token = await checkout({ settings, payment_method: { types: ["erip"] } });
    const { uid } = await sandbox.pay(token, { method: "erip" });
    const { status, refresh } = await post(page(token, "result"), { answer: "confirm" });
    expect([status, refresh]).toStrictEqual([
      200,
      `0; url=${return_url}&token=${token}&status=successful&uid=${uid}`,
    ]);
  });

  test.each(["0", "3"])("who opens an ended token again: with %s", async (auto_return) => {
    const { checkout, get, post, sandbox } = openPages();
    const settings = { return_url, auto_return };
    const [paid, expired, pending] = [
      await checkout({ settings }),
      await checkout({ settings }),
      await checkout({ settings, payment_method: { types: ["erip"] } }),
    ] as const;
    await sandbox.pay(paid);
    await sandbox.expire(expired);
    await sandbox.pay(pending, { method: "erip" });
    for (const [token, status, shown] of [
      [paid, "successful", page(paid, "result")],
      [expired, "error", undefined],
    ] as const) {
      const back = `${return_url}&token=${token}&status=${status}`;
      const { location } = await get(page(token));
      if (auto_return === "0") {
        expect(location).toMatch(back);
        expect((await post("/v2/checkout", { token })).refresh).toMatch(`0; url=${back}`);
      } else expect(location).toBe(shown);
    }
    // It shows how to pay.
    expect((await get(page(pending))).location).toBe(page(pending, "result"));
  });

  test("not while the customer can try again", async () => {
    const { checkout, post, get } = openPages();
    const token = await checkout({ attempts: 2, settings: { return_url, auto_return: "0" } });
    expect((await post(page(token), DECLINED)).location).toBe(page(token, "result"));
    const { refresh, text } = await get(page(token, "result"));
    expect(refresh).toBeUndefined();
    expect(text).toContain("Try again");
    expect((await post(page(token), DECLINED)).refresh).toMatch("status=failed");
  });
});
