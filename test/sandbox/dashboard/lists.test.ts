import { expect, test } from "vitest";
import { newProduct } from "../../transport/calls.ts";
import { openDashboard } from "./open-dashboard.ts";

const settings = { notification_url: "https://shop.example/notify" };
const LISTS = ["products", "tokens", "transactions", "deliveries", "requests"];

test("the header leads to every list and to the failures", async () => {
  const { get } = await openDashboard();
  const header = (await get()).split("</header>")[0] ?? "";
  expect([...header.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)).toStrictEqual([...LISTS, "failures"]);
});

test("a search can be left again, and shows neither the keys nor the test cards", async () => {
  const { get, section } = await openDashboard();
  expect(await get()).not.toContain("Show all");
  expect(await section("shop")).toContain("PAYMENTS_SHOP_ID=4821");
  expect(await get("/?q=order")).toContain('<a href="/">Show all</a>');
  expect(await section("shop", "/?q=order")).toBe("");
  expect(await section("cards", "/?q=order")).toBe("");
});

test.each(LISTS)("an empty list of %s says what fills it, and has no table", async (list) => {
  const { section } = await openDashboard();
  const shown = await section(list);
  expect(shown).toMatch(/class="hint">No |<h3>No /);
  for (const text of ["<table", "found of", "matches the search"]) expect(shown).not.toContain(text);
  expect(await section(list, "/?q=order")).not.toContain("matches the search");
});

test.each(LISTS)("a list of %s is a table with a caption and named columns", async (list) => {
  const { sandbox, payments, createToken, section } = await openDashboard();
  await payments.products.create(newProduct);
  await sandbox.pay(await createToken("order-1", { settings }));
  const shown = await section(list);
  expect(shown).toMatch(/<caption>[^<]*, the newest first<\/caption>/);
  const columns = [...shown.matchAll(/<th scope="col">([^<]+)<\/th>/g)].map(([, name]) => name);
  const cells = [...shown.matchAll(/<td data-label="([^"]+)"/g)].map(([, name]) => name);
  expect(columns.length).toBeGreaterThan(4);
  expect(cells.slice(0, columns.length)).toStrictEqual(columns);
  expect(shown).not.toContain('class="hint"');
  expect(shown).not.toContain("<h3>No ");
});

test("a search finds no field that is missing, and ignores its own blanks", async () => {
  const { sandbox, createToken, rows, get } = await openDashboard();
  await sandbox.pay(await createToken("order-1"));
  for (const list of LISTS) expect(await rows(list, "/?q=undefined")).toStrictEqual([]);
  expect(await get(`/?q=${encodeURIComponent("  order-1 ")}`)).toContain('value="order-1"');
});

test("a search of more than 4 000 characters is cut", async () => {
  const { get } = await openDashboard();
  const html = await get(`/?q=${"x".repeat(4100)}`);
  expect(/id="search" value="(x+)"/.exec(html)?.[1]).toHaveLength(4000);
});

test("a token's row links to its product and its payments, if it has them", async () => {
  const { sandbox, payments, createToken, section } = await openDashboard();
  const unpaid = await createToken("order-1");
  const before = await section("tokens", `/?q=${unpaid}`);
  expect(before).not.toContain("#transactions");
  expect(before).not.toContain("#products");
  const { id } = await payments.products.create(newProduct);
  await sandbox.pay(id);
  const after = await section("tokens", `/?q=${id}`);
  expect(after).toContain("#transactions");
  expect(after).toContain(`href="/?q=${id}#products"`);
});

test("a follow-up's row names its parent in short, its order and its time", async () => {
  const { sandbox, payments, createToken, rows, section } = await openDashboard();
  const { uid } = await sandbox.pay(await createToken("order-1"));
  await payments.transactions.refund({ parent_uid: uid, amount: 100, reason: "Broken" });
  const [refund] = await rows("transactions");
  expect(refund).toMatchObject({
    Type: `refund of ${uid.slice(0, 8)}…`,
    Order: expect.stringMatching(/^order-1 Annual pass /),
    Time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /),
  });
  expect(await section("transactions")).toContain(`aria-label="Amount for payment order-1, in minor units"`);
});

test("a transaction without a tracking id is named by its uid", async () => {
  const { sandbox, payments, section } = await openDashboard();
  const order = { amount: 100, currency: "EUR", description: "Pass" };
  const { token } = await payments.checkouts.create({ transaction_type: "authorization", order });
  const { uid } = await sandbox.pay(token);
  const shown = await section("transactions");
  expect(shown).toContain(`aria-label="Amount for authorization ${uid}, in minor units"`);
  for (const name of ["Capture", "Void"])
    expect(shown).toContain(`aria-label="${name} authorization ${uid}"`);
});

test("a state in which a token was lost is shown all the same", async () => {
  const { sandbox, createToken } = await openDashboard();
  await sandbox.pay(await createToken("order-1", { settings }));
  const state = JSON.parse(JSON.stringify(await sandbox.state()));
  const { rows } = await openDashboard({ state: { ...state, checkouts: [] } });
  expect(await rows("tokens")).toStrictEqual([]);
  expect(await rows("transactions", "/?q=successful")).toHaveLength(1);
  expect(await rows("deliveries", "/?q=shop.example")).toHaveLength(1);
});
