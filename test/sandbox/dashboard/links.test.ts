import { expect, test } from "vitest";
import { newProduct } from "../../transport/calls.ts";
import { rawCall } from "../raw-call.ts";
import { openDashboard } from "./open-dashboard.ts";

const settings = { notification_url: "https://shop.example/notify" };
const LISTS = ["products", "tokens", "transactions", "deliveries", "requests"];

/** A sandbox with a row of every kind. */
async function openEverything() {
  const opened = await openDashboard();
  const { payments, sandbox, createToken } = opened;
  const { id: product } = await payments.products.create({ ...newProduct, ...settings });
  const { id: silent } = await payments.products.create(newProduct);
  await payments.products.create(newProduct);
  const call = rawCall(sandbox);
  const paid = await createToken("order 1/ü", { settings });
  const { uid } = await sandbox.pay(paid);
  const refund = { parent_uid: uid, amount: 100, reason: "Broken" };
  await payments.transactions.refund({ ...refund, tracking_id: "refund-1" });
  await payments.transactions.refund({ ...refund, amount: 999_999 }).catch(() => undefined);
  const linked = await sandbox.pay(product);
  const followed = await sandbox.pay(silent);
  await payments.transactions.refund({ ...refund, parent_uid: followed.uid, tracking_id: "refund-2" });
  const authorized = await createToken("order-2", { settings, transaction_type: "authorization" });
  const { uid: hold } = await sandbox.pay(authorized);
  await payments.transactions.capture({ parent_uid: hold, amount: 100 });
  await payments.transactions.void({ parent_uid: hold, amount: 100 });
  const verification_url = "https://shop.example/verify";
  const payout = await createToken("payout-1", {
    transaction_type: "payout",
    settings: { ...settings, verification_url },
  });
  await sandbox.pay(payout);
  await sandbox.expire(await createToken("late-1", { settings }));
  await sandbox.expire(await createToken("late-2"));
  await createToken("open-1");
  for (const trackingId of ["order 1/ü", "refund-1", "refund-2", "open-1", "nothing", product])
    await payments.transactions.findByTrackingId(trackingId);
  for (const path of [
    "/products",
    `/products/${product}?x=1`,
    "/products/prd_unknown",
    "/products/%zz",
    `/ctp/api/checkouts/${paid}/`,
    `/ctp/api/checkouts/${"0".repeat(64)}`,
    `/transactions/${linked.uid}`,
    "/transactions/unknown",
    "/v3/nonsense",
  ])
    await call("GET", path);
  await call("PUT", `/products/${silent}`, { amount: 9900 });
  const order = { amount: 1, currency: "XXQ", description: "Refused" };
  await call("POST", "/ctp/api/checkouts", {
    checkout: { transaction_type: "payment", order: { ...order, tracking_id: "open-1" } },
  });
  await call("POST", "/ctp/api/checkouts", { checkout: { transaction_type: "payment", order } });
  await call("POST", "/products", "nonsense");
  return { ...opened, product, silent, paid, linked, followed, payout };
}

/** A search that a row links to. */
const LINK = /href="(\/\?q=([^"#]*)#([a-z]+))"/g;

test("no link of a row leads to an empty list", async () => {
  const { get, rows } = await openEverything();
  const links = new Map([...(await get()).matchAll(LINK)].map(([, href = "", , list = ""]) => [href, list]));
  const pages = await Promise.all([2, 3].map((page) => get(`/?requests=${page}`)));
  for (const [, href = "", , list = ""] of pages.join("").matchAll(LINK)) links.set(href, list);
  expect(new Set(links.values())).toStrictEqual(new Set(LISTS));
  expect(links.size).toBeGreaterThan(30);
  for (const [href, list] of links) {
    expect([href, (await rows(list, href.split("#")[0])).length > 0]).toStrictEqual([href, true]);
  }
});

test("each row leads to all rows about its payment", async () => {
  const { rows, paid, silent, linked, followed, payout } = await openEverything();
  const linksOf = async (list: string, query: string) =>
    (await rows(list, `/?q=${encodeURIComponent(query)}`)).map(({ Links }) =>
      Links?.replace(/^.*(?:QR code|Confirmation page) ?/, ""),
    );
  const all = "Token Transactions Deliveries Calls";
  expect(await linksOf("tokens", paid)).toStrictEqual(["Transactions Deliveries Calls"]);
  expect(await linksOf("transactions", paid)).toStrictEqual(Array(2).fill("Token Deliveries Calls"));
  expect(await linksOf("deliveries", paid)).toStrictEqual(Array(2).fill("Token Transactions Calls"));
  expect(await linksOf("requests", paid)).toStrictEqual(Array(6).fill("Token Transactions Deliveries"));
  // The page made this token, and no call asked for it until the transaction was read.
  expect(await linksOf("transactions", linked.uid)).toStrictEqual([
    `Product ${all.replace("Transactions ", "")}`,
  ]);
  expect(await linksOf("transactions", followed.uid)).toStrictEqual(Array(2).fill("Product Token Calls"));
  expect(await linksOf("products", silent)).toStrictEqual(["Token Transactions Calls"]);
  expect(await linksOf("deliveries", payout)).toStrictEqual(Array(2).fill("Token Transactions Calls"));
  expect(await linksOf("tokens", "late-1")).toStrictEqual(["Deliveries Calls"]);
  expect(await linksOf("tokens", "late-2")).toStrictEqual(["Calls"]);
});

test("calls by a tracking id lead to what has it, and refused ones to the order's other tokens", async () => {
  const { rows } = await openEverything();
  const linksOf = async (query: string) =>
    (await rows("requests", `/?q=${encodeURIComponent(query)}`)).map(({ Links }) => Links);
  const all = "Token Transactions Deliveries";
  expect(await linksOf("tracking_id/refund-1")).toStrictEqual([all]);
  expect(await linksOf("tracking_id/order")).toStrictEqual([all]);
  expect(await linksOf("tracking_id/refund-2")).toStrictEqual(["Product Token Transactions"]);
  expect(await linksOf("tracking_id/open-1")).toStrictEqual(["Token"]);
  expect(await linksOf("tracking_id/nothing")).toStrictEqual([""]);
  expect(await linksOf("checkouts.create 422 open-1")).toStrictEqual(["Token"]);
  expect(await linksOf("prd_unknown")).toStrictEqual([""]);
});

test("a search for any id of a payment finds all of its rows", async () => {
  const { rows, paid } = await openEverything();
  const found = (query: string) =>
    Promise.all(LISTS.map(async (list) => (await rows(list, `/?q=${encodeURIComponent(query)}`)).length));
  const [refund, payment] = await rows("transactions", `/?q=${paid}`);
  for (const { Order = "" } of [refund ?? {}, payment ?? {}]) {
    expect(await found(Order.split(" ").at(-1) ?? "")).toStrictEqual(await found(paid));
  }
  expect(await found("refund-1")).toStrictEqual(await found(paid));
});

test("undelivered notifications and refused calls are counted, and found, among all others", async () => {
  const deliver = async (request: Request) =>
    new Response("", { status: request.url.endsWith("/moved") ? 302 : 200 });
  const { sandbox, payments, createToken, section, rows } = await openDashboard({ deliver });
  await sandbox.pay(await createToken("order-1", { settings }));
  for (const list of ["deliveries", "requests"])
    expect(await section(list)).not.toMatch(/undelivered|refused|only a 200/);
  const moved = { notification_url: "https://shop.example/moved" };
  for (let count = 1; count <= 2; count += 1)
    await sandbox.pay(await createToken(`moved-${count}`, { settings: moved }));
  await payments.products.get("prd_unknown").catch(() => undefined);
  expect(await section("deliveries")).toContain('<a href="/?q=undelivered#deliveries">2 undelivered</a>');
  expect(await section("deliveries")).toMatch(/(?:class="note bad">only a 200 counts<.*){2}$/s);
  expect(await section("requests")).toContain('<a href="/?q=refused#requests">1 refused</a>');
  expect(await rows("deliveries", "/?q=undelivered")).toMatchObject([
    { Order: "moved-2 Annual pass" },
    { Order: "moved-1 Annual pass" },
  ]);
  expect(await rows("requests", "/?q=refused")).toMatchObject([{ Status: "404" }]);
  expect(await section("deliveries", "/?q=moved-1")).not.toContain("2 undelivered");
});
