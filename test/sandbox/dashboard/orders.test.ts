import { expect, test } from "vitest";
import { PAGES } from "../../../src/sandbox/dashboard/pages.ts";
import { newProduct } from "../../client/calls.ts";
import { DECLINED } from "../open-gateway.ts";
import { textOf } from "../text-of.ts";
import { erip, openDashboard } from "./open-dashboard.ts";

/** A shop whose path is the status that it answers. */
const deliver = async (request: Request) => {
  const status = Number(new URL(request.url).pathname.slice(1));
  return new Response("", { status });
};
const answering = (status: number) => ({ settings: { notification_url: `https://shop.example/${status}` } });

/** One order of each kind, the newest first: `expired`, `open` and so on. */
async function openOrders() {
  const opened = await openDashboard({ deliver });
  const { sandbox, payments, createToken } = opened;
  const customer = { first_name: "Kim", last_name: "Muller" };
  await sandbox.pay(await createToken("paid", { ...answering(200), customer }));
  await sandbox.pay(await createToken("unknown", answering(500)));
  await sandbox.pay(await createToken("declined"), { card: DECLINED });
  const { uid } = await sandbox.pay(await createToken("refunded", answering(200)));
  await payments.transactions.refund({ parent_uid: uid, amount: 12_900, reason: "Broken" });
  await sandbox.pay(await createToken("pending", { ...answering(200), ...erip }), { method: "erip" });
  await sandbox.pay(await createToken("held", { transaction_type: "authorization" }));
  await createToken("open", answering(200));
  await sandbox.expire(await createToken("expired", answering(200)));
  return opened;
}

const ORDERS = {
  expired: ["", "Expired", "Delivered"],
  open: ["", "Open", "– Nothing to deliver"],
  held: ["Visa …0000", "Authorized", "No notification_url"],
  pending: ["ERIP", "Pending", "Delivered"],
  refunded: ["Visa …0000", "Refunded", "Delivered"],
  declined: ["Visa …0019", "Declined", "No notification_url"],
  unknown: ["Visa …0000", "Paid", "Not delivered: 500"],
  paid: ["Visa …0000", "Paid", "Delivered"],
};

test("the first page lists orders, the newest first, with customer, method, outcome and what the shop answered", async () => {
  const { rows, get } = await openOrders();
  expect(await get()).toMatch(/<span aria-hidden="true">–<\/span> ?<span class="unseen">Nothing to/);
  expect(await rows()).toStrictEqual(
    Object.entries(ORDERS).map(([order, [Method, Outcome, Notification]]) => ({
      Order: `${order} Annual pass`,
      Amount: "€129.00",
      Customer: order === "paid" ? "Kim Muller" : "",
      Method,
      Outcome,
      Notification,
      Time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })),
  );
});

test("filters count the orders of each outcome, and show them by a link", async () => {
  const { get, rows } = await openOrders();
  const filters = [...(await get()).matchAll(/<a href="([^"]*)" id="filter-[^>]*>(.*?)<\/a>/gs)].map(
    ([, href, text = ""]) => [href, text.replaceAll(/<[^>]*>/g, "")],
  );
  expect(filters).toStrictEqual([
    ["/", "All 8"],
    ["/?show=not-delivered", "Not delivered 1"],
    ["/?show=paid", "Paid 2"],
    ["/?show=refunded", "Refunded 1"],
    ["/?show=authorized", "Authorized 1"],
    ["/?show=open", "Open 1"],
    ["/?show=pending", "Pending 1"],
    ["/?show=declined", "Declined 1"],
    ["/?show=expired", "Expired 1"],
  ]);
  const names = async (path: string) => (await rows(path)).map(({ Order }) => Order?.split(" ")[0]);
  expect(await names("/?show=paid")).toStrictEqual(["unknown", "paid"]);
  expect(await names("/?show=not-delivered")).toStrictEqual(["unknown"]);
  expect(await names("/?show=paid&q=unknown")).toStrictEqual(["unknown"]);
  expect(await names("/?show=nonsense")).toHaveLength(8);
  expect(await get("/?show=pending")).toContain('id="filter-pending" aria-current="true"');
});

test("an order leads to its page, and an unknown order or address to a page with the navigation", async () => {
  const { visit, get, createToken } = await openDashboard();
  const token = await createToken("order 1/ü");
  expect(await get()).toContain(`href="/sandbox/orders/${token}"`);
  expect((await visit(`/sandbox/orders/${token}`)).status).toBe(200);
  for (const [path, says] of [
    ["orders/unknown", "No such order</h1>"],
    ["nonsense", "No such page</h1>"],
  ]) {
    const unknown = await visit(`/sandbox/${path}`);
    const html = await unknown.text();
    expect([unknown.status, html]).toStrictEqual([404, expect.stringContaining(says ?? "")]);
    expect(html).toContain('<a href="/sandbox/failures">Failures</a>');
  }
});

test("an order whose shop is told later is waiting; a later notification makes an earlier one out of date", async () => {
  let status = 500;
  const late = async () => new Response("", { status });
  const { sandbox, createToken, rows } = await openDashboard({ deliver: late });
  const { uid } = await sandbox.pay(await createToken("order-1", { ...answering(1), ...erip }), {
    method: "erip",
  });
  expect(await rows()).toMatchObject([{ Outcome: "Pending", Notification: "Not delivered: 500" }]);
  status = 200;
  await sandbox.complete(uid, { status: "successful" });
  expect(await rows()).toMatchObject([{ Outcome: "Paid", Notification: "Delivered" }]);
  sandbox.disturbNext({ notification: "late", delayMs: 60_000 });
  await sandbox.pay(await createToken("order-2", answering(1)));
  expect((await rows())[0]).toMatchObject({ Outcome: "Paid", Notification: "Waiting" });
});

test("a notification that was lost or made wrong is not delivered, whatever the shop answers", async () => {
  const { sandbox, createToken, rows } = await openDashboard();
  for (const notification of ["lost", "wrong_amount", "wrong_signature", "test"] as const) {
    sandbox.disturbNext({ notification });
    await sandbox.pay(await createToken(notification, answering(200)));
  }
  expect((await rows()).map(({ Notification }) => Notification)).toStrictEqual([
    "Not delivered: sent with the mark of a test",
    "Accepted a forgery",
    "Not delivered: sent with a wrong amount",
    "Not delivered: lost as planned",
  ]);
  expect(await rows("/?show=not-delivered")).toHaveLength(3);
  await sandbox.redeliver(sandbox.deliveries[0]?.id ?? "");
  expect((await rows()).at(-1)).toMatchObject({ Order: "lost Annual pass", Notification: "Delivered" });
});

test("a payment without a token, and one whose token was lost, are orders too", async () => {
  const { sandbox, payments, createToken, rows, story } = await openDashboard();
  const { credit_card: card } = await sandbox.pay(
    await createToken("saved", { transaction_type: "tokenization" }),
  );
  const charge = { amount: 990, currency: "EUR", description: "Month", tracking_id: "month-1" };
  const { uid } = await payments.transactions.pay({ ...charge, credit_card: { token: card?.token ?? "" } });
  expect(await rows()).toMatchObject([
    { Order: "month-1 Month", Amount: "€9.90", Outcome: "Paid" },
    { Order: "saved Annual pass", Outcome: "Saved" },
  ]);
  expect(await story(uid)).toContain(`id="refund-${uid}"`);
  const state = JSON.parse(JSON.stringify(await sandbox.state()));
  const lost = await openDashboard({ state: { ...state, checkouts: [] } });
  expect(await lost.rows("/?q=saved")).toMatchObject([{ Outcome: "Saved" }]);
});

test("a new sandbox shows how to make the first order, and no empty list", async () => {
  const { get } = await openDashboard();
  const html = await get();
  for (const text of ["checkouts.create(", '"1007"', "3245", '"USD"', "http://localhost:3000/notify"])
    expect(textOf(html)).toContain(text);
  expect(html).toContain('data-action="create-order"');
  for (const text of ["<table", "Filters", "No order matches"]) expect(html).not.toContain(text);
});

test("each page is a link in one navigation, which marks the present one, and can be searched from", async () => {
  const { get } = await openDashboard();
  for (const { address, name, search } of PAGES) {
    const html = await get(address);
    expect(html).toContain(`<a href="${address}" aria-current="page">${name}</a>`);
    expect(html).toContain(`<h1>${name}</h1>`);
    expect(html).toContain(`<form method="get" action="${search === undefined ? "/" : address}">`);
    for (const other of PAGES) expect(html).toContain(`<a href="${other.address}"`);
  }
});

test("thousands of orders are shown in pages of 25, with the search and the filter kept", async () => {
  const { createToken, rows, get } = await openDashboard();
  for (let count = 1; count <= 60; count += 1)
    await createToken(`${count % 2 ? "odd" : "even"}-${String(count).padStart(2, "0")}.`);
  const orders = async (path: string) => (await rows(path)).map(({ Order }) => Order?.split(".")[0]);
  const first = await orders("/");
  expect([first.length, first[0], first.at(-1)]).toStrictEqual([25, "even-60", "even-36"]);
  const last = await orders("/?page=3");
  expect([last.length, last[0], last.at(-1)]).toStrictEqual([10, "even-10", "odd-01"]);
  expect(await orders("/?page=99")).toStrictEqual(last);
  for (const page of ["0", "-1", "1.5", "x", "1e999", ""])
    expect([page, await orders(`/?page=${page}`)]).toStrictEqual([page, first]);
  expect(await orders("/?q=odd&page=2")).toStrictEqual(["odd-09", "odd-07", "odd-05", "odd-03", "odd-01"]);
  expect(await get("/?q=-&show=open&page=2")).toContain("26–50 of 60");
  const [newest, newer] = [/id="newest" href="(.*?)"/, /id="newer" href="(.*?)"/];
  const [older, oldest] = [/id="older" href="(.*?)"/, /id="oldest" href="(.*?)"/];
  for (const [page, ...pages] of [
    [1, undefined, undefined, 2, 3],
    [2, 1, 1, 3, 3],
    [3, 1, 2, undefined, undefined],
  ]) {
    const html = await get(`/?q=-&show=open&page=${page}`);
    expect([newest, newer, older, oldest].map((link) => link.exec(html)?.[1])).toStrictEqual(
      pages.map((number) => number && `/?q=-&amp;show=open&amp;page=${number}`),
    );
  }
  expect(await get("/?q=odd-01")).not.toContain('class="pager"');
});

test("a product's payments are orders that its page leads to", async () => {
  const { sandbox, payments, get, rows, events } = await openDashboard();
  const { id } = await payments.products.create(newProduct);
  await sandbox.pay(id);
  expect(await get("/sandbox/products")).toContain(`href="/?q=${id}"`);
  expect(await rows(`/?q=${id}`)).toHaveLength(1);
  const [, token = ""] = /id="order-([^"]+)"/.exec(await get()) ?? [];
  expect((await events(token))[0]).toStrictEqual(["Created", `By the payment link of product ${id}`]);
});
