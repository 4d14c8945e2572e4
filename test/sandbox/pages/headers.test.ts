import { expect, test } from "vitest";
import type { PayOptions } from "../../../src/sandbox.ts";
import { type Answered, CARD, CHALLENGED, openPages, page, type TokenParams } from "./open-pages.ts";

type Pages = ReturnType<typeof openPages>;

const linkTo = (url: string): string => new URL(url).pathname;

type Open = (pages: Pages) => Promise<Answered>;

/** Opens the payment page of a token. */
const checkoutPage: Open = async ({ checkout, get }) => get(page(await checkout()));

/** Posts a form to a token's page. */
const posted =
  (fields: Record<string, string>, params?: TokenParams, name?: string): Open =>
  async ({ checkout, post }) =>
    post(page(await checkout(params), name), fields);

const challenge =
  (iframe: boolean): Open =>
  async ({ checkout, get, post }) => {
    const token = await checkout({ iframe });
    await post(page(token), CHALLENGED);
    return get(page(token, "challenge"));
  };

const result =
  (params?: TokenParams, options?: PayOptions): Open =>
  async ({ checkout, get, sandbox }) => {
    const token = await checkout(params);
    await sandbox.pay(token, options);
    return get(page(token, "result"));
  };

const waitingResult: Open = async ({ checkout, get, post }) => {
  const settings = { verification_url: "https://shop.example/verify" };
  const token = await checkout({ transaction_type: "payout", settings });
  void post(page(token), CARD);
  await expect.poll(async () => (await get(page(token))).location).toBe(page(token, "result"));
  return get(page(token, "result"));
};

const expiredPage: Open = async ({ checkout, get, sandbox }) => {
  const token = await checkout();
  await sandbox.expire(token);
  return get(page(token));
};

/** Each page: its status, and how to open it. */
const PAGES: Readonly<Record<string, readonly [status: number, open: Open]>> = {
  start: [200, ({ get }) => get("/v2/start")],
  checkout: [200, checkoutPage],
  "checkout with problems": [422, posted({ method: "credit_card" })],
  "step of a wallet": [200, posted({ method: "google_pay" })],
  challenge: [200, challenge(false)],
  "challenge in a frame": [200, challenge(true)],
  result: [200, result()],
  "result that is pending": [200, result({ payment_method: { types: ["erip"] } }, { method: "erip" })],
  "result that waits": [200, waitingResult],
  "way back to the shop": [
    200,
    posted({}, { settings: { cancel_url: "https://shop.example/cancel" } }, "checkout/cancel"),
  ],
  "expired token": [410, expiredPage],
  "unknown token": [404, ({ get }) => get(page("none"))],
  "unknown product": [404, ({ get }) => get("/products/prd_none/pay")],
  "sold out product": [
    410,
    async ({ product, get }) => get(linkTo((await product({ infinite: undefined, quantity: 0 })).pay_url)),
  ],
  confirmation: [200, async ({ product, get }) => get(linkTo((await product()).confirm_url))],
  "confirmation with problems": [
    422,
    async ({ product, post }) => post(linkTo((await product({ visible_fields: ["email"] })).confirm_url)),
  ],
};

/** All others may be framed by a merchant's page, as the widget does. */
const NOT_FRAMED = ["confirmation", "confirmation with problems"];

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

const expectUnshared = ({ headers }: Answered): void => {
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("no-store");
};

const policyOf = ({ headers }: Answered): Record<string, string> =>
  Object.fromEntries(
    (headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );

test.each(Object.entries(PAGES))(
  "the page %s has its status, a complete policy, and headers against leaks of its address and content",
  async (name, [status, open]) => {
    const asked = Promise.withResolvers<Response>();
    const answer = await open(openPages({ deliver: () => asked.promise }));
    asked.resolve(Response.json({ code: 0 }));
    expect(answer.status).toBe(status);
    const ancestors = NOT_FRAMED.includes(name) ? "'self'" : "*";
    expect(policyOf(answer)).toStrictEqual({ ...POLICY, "frame-ancestors": ancestors });
    expect(answer.headers.get("content-type")).toMatch(/^text\/html; charset=utf-8$/i);
    expectUnshared(answer);
    expect(answer.text).toMatch(/^<!DOCTYPE html><html lang="en">/);
    expect(answer.text.match(/<script[^>]*>/g)).toHaveLength(1);
    expect(answer.text).not.toMatch(/ style="| on\w+="|javascript:/);
    expect(answer.text).not.toMatch(/(?:src|href)="(?:https?:)?\/\/(?!shop\.example)/);
  },
);

test("HEAD changes nothing on a payment link, a confirmation and every page of a token", async () => {
  const { checkout, get, product, savedCard, sandbox } = openPages();
  const { pay_url, confirm_url } = await product();
  const payment_method = { credit_card: { token: await savedCard() } };
  const token = await checkout({ payment_method, settings: { auto_pay: true } });
  const before = JSON.stringify(await sandbox.state());
  for (const [path, status] of [
    [linkTo(pay_url), 200],
    [linkTo(confirm_url), 200],
    [page(token), 200],
    [page(token, "challenge"), 303],
    [page(token, "result"), 303],
    [page(token, "checkout/cancel"), 404],
  ] as const)
    expect([path, (await get(path, { method: "HEAD" })).status]).toStrictEqual([path, status]);
  expect(JSON.stringify(await sandbox.state())).toBe(before);
});

test("GET pays nothing, whatever its query says", async () => {
  const { checkout, get, state, status } = openPages();
  for (const name of ["checkout", "challenge", "result", "checkout/cancel"]) {
    const token = await checkout();
    await get(`${page(token, name)}&method=credit_card&number=4200000000000000&answer=confirm`);
    expect(await status(token)).toBe("error");
  }
  expect((await state()).transactions).toHaveLength(0);
});
