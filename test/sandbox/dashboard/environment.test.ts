import { encode } from "uqr";
import { expect, test } from "vitest";
import { PAGES } from "../../../src/sandbox/dashboard/pages.ts";
import { TEST_CARDS } from "../../../src/sandbox/gateway/cards/test-cards.ts";
import { ORIGIN, openDashboard, product, settings } from "./open-dashboard.ts";

const SECRET = "s3cret-key-of-the-shop";
const ENVIRONMENT = "/sandbox/environment";

/** Whether each module of a QR code is dark, row by row, as its lines draw it. */
function darkIn(svg: string): boolean[][] {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)\.5h(\d+)/g))
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  return rows;
}

test("the environment has the shop id, the keys and their lines", async () => {
  const { sandbox, get } = await openDashboard({ secretKey: SECRET });
  const html = await get(ENVIRONMENT);
  expect(html).toMatch(/^<!doctype html>/);
  for (const line of [
    "PAYMENTS_SHOP_ID=4821",
    `PAYMENTS_SECRET_KEY=${SECRET}`,
    `PAYMENTS_BASE_URL=${ORIGIN}`,
    `PAYMENTS_CHECKOUT_URL=${ORIGIN}`,
    `PAYMENTS_GATEWAY_URL=${ORIGIN}`,
    `PAYMENTS_PUBLIC_KEY=${await sandbox.publicKey()}`,
  ])
    expect(html).toContain(line);
});

test("the secret key is on the page of the environment only, in closed details and in Copy buttons", async () => {
  const { sandbox, payments, get, story, createToken } = await openDashboard({ secretKey: SECRET });
  await payments.products.create(product);
  const token = await createToken("order-7", { settings });
  await sandbox.pay(token);
  const shown = (await get(ENVIRONMENT))
    .replaceAll(/ data-copy="[^"]*"/g, "")
    .replaceAll(/<details.*?<\/details>/gs, "");
  expect(shown).toContain("PAYMENTS_SECRET_KEY=••••");
  expect(shown).not.toContain(SECRET);
  for (const { address } of PAGES.filter(({ name }) => name !== "Environment"))
    expect(await get(address), address).not.toContain(SECRET);
  expect(await story(token)).not.toContain(SECRET);
});

test.each([
  ["two words", "PAYMENTS_SECRET_KEY=&#39;two words&#39;"],
  ["it's $(id)", "PAYMENTS_SECRET_KEY=&#39;it&#39;\\&#39;&#39;s $(id)&#39;"],
])("the secret key %s is quoted, so that it cannot run a command in a shell", async (secretKey, line) => {
  expect(await (await openDashboard({ secretKey })).get(ENVIRONMENT)).toContain(line);
});

test("each test card is listed with what it does", async () => {
  const { rows } = await openDashboard();
  const shown = await rows("/sandbox/cards");
  expect(shown).toHaveLength(TEST_CARDS.length);
  expect(shown.find(({ Note }) => Note?.includes("(51)"))).toMatchObject({
    Number: expect.stringContaining("4000 0000 0000 9995"),
    Brand: "Visa",
    Result: "Declined",
    Note: "insufficient funds (51)",
  });
});

test("each saved card has the token that charges it, and the order that saved it", async () => {
  const { sandbox, payments, rows, get, createToken } = await openDashboard();
  expect(await get("/sandbox/cards")).toContain("payments.transactions.pay({ …, credit_card: { token } })");
  const { credit_card } = await sandbox.pay(await createToken("order-7"), { saveCard: true });
  const token = credit_card?.token ?? "";
  const renewal = { amount: 990, currency: "EUR", description: "R", tracking_id: "order-8", test: true };
  await payments.transactions.pay({ ...renewal, credit_card: { token } });
  expect((await rows("/sandbox/cards")).slice(TEST_CARDS.length)).toStrictEqual([
    { Card: "…0000", Token: `${token} Copy`, "Saved by": "order-7" },
  ]);
});

test.each([
  [{ infinite: true }, "unlimited", "open"],
  [{ infinite: false, quantity: 12 }, "12", "open"],
  [{ infinite: false, quantity: 0 }, "0", "sold out"],
  [{ infinite: true, immortal: false, expired_at: "2020-01-01T00:00:00Z" }, "unlimited", "expired"],
])("a row of %j shows stock %s, state %s, and a Pay button only when open", async (more, Stock, State) => {
  const { payments, rows, get } = await openDashboard();
  await payments.products.create({ ...product, currency: "JPY", amount: 1500, ...more });
  expect(await rows("/sandbox/products")).toMatchObject([{ Price: "¥1,500", Stock, State }]);
  expect((await get("/sandbox/products")).includes('data-action="pay"')).toBe(State === "open");
});

test("links and QR codes lead to the product's and token's pages at the dashboard's address", async () => {
  const { payments, visit, get, story, createToken } = await openDashboard({ shopId: "my shop/1" });
  const { id } = await payments.products.create(product);
  const token = await createToken();
  const pay = `${ORIGIN}/products/${id}/pay`;
  const page = `${ORIGIN}/v2/checkout?token=${token}`;
  const products = await get("/sandbox/products");
  for (const text of [
    `href="${pay}"`,
    `href="${ORIGIN}/v2/confirm_order/${id}/my%20shop%2F1"`,
    `src="/sandbox/qr/pay/${id}"`,
  ])
    expect(products).toContain(text);
  for (const text of [`href="${page}"`, `src="/sandbox/qr/token/${token}"`])
    expect(await story(token)).toContain(text);
  for (const [path, link] of [
    [`/sandbox/qr/pay/${id}`, pay],
    [`/sandbox/qr/token/${token}`, page],
  ] as const) {
    const code = await visit(path);
    expect([code.status, code.headers.get("content-type")]).toStrictEqual([200, "image/svg+xml"]);
    expect(darkIn(await code.text())).toStrictEqual(encode(link, { border: 2 }).data);
  }
  for (const path of [`/sandbox/qr/token/${id}`, `/sandbox/qr/pay/${token}`])
    expect((await visit(path)).status).toBe(404);
});
