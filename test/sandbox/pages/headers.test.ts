import { describe, expect, test } from "vitest";
import { type Answered, CARD, openPages, page } from "./open-pages.ts";

const CHALLENGED = { ...CARD, number: "4012000000001097" };

type Pages = ReturnType<typeof openPages>;

const linkTo = (url: string): string => new URL(url).pathname;

const challenged = async ({ checkout, post }: Pages, iframe = false): Promise<string> => {
  const token = await checkout({ iframe });
  await post(page(token), CHALLENGED);
  return token;
};

/** Each page: whether another site may frame it like the widget, its status, and how to open it. */
const PAGES: readonly (readonly [string, boolean, number, (pages: Pages) => Promise<Answered>])[] = [
  ["checkout", true, 200, async ({ checkout, get }) => get(page(await checkout()))],
  [
    "checkout with problems",
    true,
    422,
    async ({ checkout, post }) => post(page(await checkout()), { method: "credit_card" }),
  ],
  [
    "step of a wallet",
    true,
    200,
    async ({ checkout, post }) => post(page(await checkout()), { method: "google_pay" }),
  ],
  ["challenge", true, 200, async (pages) => pages.get(page(await challenged(pages), "challenge"))],
  [
    "challenge in a frame",
    true,
    200,
    async (pages) => pages.get(page(await challenged(pages, true), "challenge")),
  ],
  [
    "result",
    true,
    200,
    async ({ checkout, get, sandbox }) => {
      const token = await checkout();
      await sandbox.pay(token);
      return get(page(token, "result"));
    },
  ],
  [
    "result that waits",
    true,
    200,
    async ({ checkout, get, post }) => {
      const token = await checkout({
        transaction_type: "payout",
        settings: { verification_url: "https://shop.example/verify" },
      });
      void post(page(token), CARD);
      await expect.poll(async () => (await get(page(token))).location).toBe(page(token, "result"));
      return get(page(token, "result"));
    },
  ],
  [
    "way back to the shop",
    true,
    200,
    async ({ checkout, post }) => {
      const settings = { cancel_url: "https://shop.example/cancel" };
      return post(page(await checkout({ settings }), "checkout/cancel"));
    },
  ],
  [
    "expired token",
    true,
    410,
    async ({ checkout, get, sandbox }) => {
      const token = await checkout();
      await sandbox.expire(token);
      return get(page(token));
    },
  ],
  ["unknown token", true, 404, async ({ get }) => get(page("none"))],
  ["unknown product", true, 404, async ({ get }) => get("/products/prd_none/pay")],
  [
    "sold out product",
    true,
    410,
    async ({ product, get }) => get(linkTo((await product({ infinite: undefined, quantity: 0 })).pay_url)),
  ],
  [
    "ended product",
    true,
    410,
    async ({ product, get }) =>
      get(linkTo((await product({ immortal: false, expired_at: "2020-01-01T00:00:00Z" })).confirm_url)),
  ],
  ["confirmation", false, 200, async ({ product, get }) => get(linkTo((await product()).confirm_url))],
  [
    "confirmation with problems",
    false,
    422,
    async ({ product, post }) => post(linkTo((await product({ visible_fields: ["email"] })).confirm_url)),
  ],
];

const POLICY = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "frame-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'self'",
};

const policyOf = ({ headers }: Answered): Record<string, string> =>
  Object.fromEntries(
    (headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );

describe.each(PAGES)("the page %s", (_, mayBeFramed, status, open) => {
  test("has its status, a complete policy, and headers against leaks of its address and content", async () => {
    const asked = Promise.withResolvers<Response>();
    const answer = await open(openPages({ deliver: () => asked.promise }));
    asked.resolve(Response.json({ code: 0 }));
    expect(answer.status).toBe(status);
    expect(policyOf(answer)).toStrictEqual({ ...POLICY, "frame-ancestors": mayBeFramed ? "*" : "'self'" });
    expect(answer.headers.get("content-type")).toMatch(/^text\/html; charset=utf-8$/i);
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.text).toMatch(/^<!DOCTYPE html><html lang="en">/);
    expect(answer.text.match(/<script[^>]*>/g)).toHaveLength(1);
    expect(answer.text).not.toMatch(/ style="| on\w+="|javascript:/);
    expect(answer.text).not.toMatch(/(?:src|href)="(?:https?:)?\/\/(?!shop\.example)/);
  });
});

test("the style sheet of an unknown token is 404", async () => {
  const { get } = openPages();
  expect((await get(page("none", "assets/style.css"))).status).toBe(404);
});

test("every style sheet and script that a page names can be loaded", async () => {
  const { checkout, get } = openPages();
  const settings = { style: { widget: { buttonsColor: "navy" } } };
  const { text } = await get(page(await checkout({ settings })));
  const linked = [...text.matchAll(/<(link rel="stylesheet" href|script src)="(\/[^"]*)"/g)];
  expect(linked).toHaveLength(3);
  for (const [, tag = "", path = ""] of linked) {
    const file = await get(path);
    expect([file.status, file.text === ""]).toStrictEqual([200, false]);
    const type = tag.startsWith("script") ? "text/javascript" : "text/css";
    expect(file.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    expect(file.headers.get("referrer-policy")).toBe("no-referrer");
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    expect(file.headers.get("cache-control")).toBe("no-store");
  }
});

describe("HEAD changes nothing", () => {
  test("on a payment link, a confirmation and every page of a token", async () => {
    const { checkout, get, product, savedCard, sandbox } = openPages();
    const { pay_url, confirm_url } = await product();
    const payment_method = { credit_card: { token: await savedCard() } };
    const token = await checkout({ payment_method, settings: { auto_pay: true } });
    const before = JSON.stringify(await sandbox.state());
    const names = ["checkout", "challenge", "result", "checkout/cancel"];
    for (const path of [linkTo(pay_url), linkTo(confirm_url), ...names.map((name) => page(token, name))]) {
      await get(path, { method: "HEAD" });
    }
    expect(JSON.stringify(await sandbox.state())).toBe(before);
    expect((await get(page(token), { method: "HEAD" })).status).toBe(200);
  });
});

describe("a notice names the problem, in the merchant's language if it is known", () => {
  const NOTICES = [
    [
      { immortal: false, expired_at: "2020-01-01T00:00:00Z" },
      "This offer has ended",
      "Sold out",
      '<html lang="en">',
    ],
    [{ infinite: undefined, quantity: 0 }, "Sold out", "This offer has ended", '<html lang="en">'],
    [{ infinite: undefined, quantity: 0, language: "ru" }, "<h1>", "Sold out", '<html lang="ru">'],
  ] as const;
  test.each(NOTICES)("of a product with %j", async (more, expected, not, html) => {
    const { product, get } = openPages();
    const { pay_url, confirm_url } = await product(more);
    for (const url of [pay_url, confirm_url]) {
      const { text } = await get(linkTo(url));
      expect(text).toContain(expected);
      expect(text).toContain(html);
      expect(text).not.toContain(not);
    }
  });

  test("of a token whose product ended or was sold out meanwhile", async () => {
    const { product, get, payments } = openPages();
    const { id, pay_url } = await product();
    const { location = "" } = await get(linkTo(pay_url));
    await payments.products.update(id, { immortal: false, expired_at: "2020-01-01T00:00:00Z" });
    const ended = await get(location);
    expect([ended.status, ended.text.includes("This offer has ended")]).toStrictEqual([410, true]);
  });

  test("of an unknown product or token", async () => {
    const { get } = openPages();
    expect((await get(page("none"))).text).toContain("There is no such payment page");
    expect((await get("/products/prd_none/pay")).text).toContain("There is no such product");
  });
});
