import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { PAGES } from "../../src/sandbox/dashboard/pages.ts";
import { Sandbox } from "../../src/sandbox/index.ts";
import { newProduct } from "../transport/calls.ts";
import { openBrowser, violationsOf } from "./open-browser.ts";

/** A sandbox with an order of each kind, whose texts are as given, and the addresses of its pages by name. */
async function fill(name: string, amount: number) {
  const sandbox = new Sandbox({ deliver: () => Promise.reject(new Error(`connection refused ${name}`)) });
  const server = await sandbox.listen();
  const payments = new PaymentsClient({ ...server.clientOptions, maxRetries: 0 });
  const { id } = await payments.products.create({ ...newProduct, name, amount });
  await sandbox.pay(id);
  const create = async (more = {}) => {
    const { token } = await payments.checkouts.create({
      transaction_type: "payment",
      order: { amount, currency: "EUR", description: name, tracking_id: name },
      settings: { notification_url: `https://shop.example/${name}`.slice(0, 255) },
      ...more,
    });
    return token;
  };
  const paid = await create();
  const { uid } = await sandbox.pay(paid, { card: "4012000000001097" });
  await payments.transactions.refund({ parent_uid: uid, amount: 100, reason: "Broken" });
  const open = await create({ attempts: 2 });
  await sandbox.pay(open, { card: "4005550000000019" });
  const pending = await create({ payment_method: { types: ["erip"], erip: { service_no: "1" } } });
  await sandbox.pay(pending, { method: "erip" });
  await payments.products.get(`prd_${name}`).catch(() => undefined);
  sandbox.failNext({ status: 503, times: 2, headers: { "Retry-After": "1" } });
  sandbox.disturbNext({ notification: "wrong_signature" });
  const stories = Object.fromEntries(
    Object.entries({ paid, open, pending }).map(([kind, token]) => [kind, `/sandbox/orders/${token}`]),
  );
  const own = Object.fromEntries(PAGES.map((page) => [page.name, page.address]));
  return { server, pages: { ...own, nothing: "/?q=zzz", found: `/?q=${name}`, ...stories } };
}

const browser = await openBrowser();
/** A sandbox whose pages have ordinary texts. */
const { server: ordinary, pages } = await fill("short", 12_900);
afterAll(() => Promise.all([browser.close(), ordinary.close()]));

async function look(address: string, width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  page.setDefaultTimeout(10_000);
  await page.goto(address);
  return page;
}

test("every page is accessible, light on a wide screen and dark on a phone", async () => {
  const found: Record<string, string[]> = {};
  const page = await look(ordinary.url, 1280);
  const empty = await new Sandbox().listen();
  const addresses = Object.entries(pages).map(([name, path]) => [name, ordinary.url + path] as const);
  for (const [name, address] of [...addresses, ["empty", empty.url] as const]) {
    await page.goto(address);
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
    for (const [width, colorScheme] of [
      [1280, "light"],
      [390, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const file = `dashboard-${name.replaceAll(" ", "-")}-${colorScheme}-${width}`;
      const problems = await violationsOf(page, file);
      if (problems.length > 0) found[file] = problems;
    }
  }
  await empty.close();
  expect(found).toStrictEqual({});
}, 240_000);

/** Buttons and fields that are not within the width of the page. */
const CONTROLS_OUTSIDE = `Array.from(document.querySelectorAll("main :is(button, select, input)")).filter((control) => {
  const { left, right } = control.getBoundingClientRect();
  return control.checkVisibility() && (left < 0 || right > innerWidth);
}).map((control) => control.outerHTML)`;

/** Cells whose text is cut, but for names of orders and products: those have two lines. */
const CUT_CELLS = `Array.from(document.querySelectorAll("td, dd")).filter((cell) =>
  [cell, ...cell.querySelectorAll(":not(strong, .row, .quiet-line, .one-line, pre *)")].some(
    (part) => part.checkVisibility() && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1,
  )).map((cell) => cell.outerHTML)`;

test("long texts hide no button, are not cut in a table, and widen no page", async () => {
  const { server: long, pages: longPages } = await fill("N".repeat(255), 123_456_789_012);
  const page = await look(long.url, 1280);
  for (const [name, path] of Object.entries(longPages)) {
    await page.goto(long.url + path);
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect([name, await page.evaluate("document.documentElement.scrollWidth")]).toStrictEqual([
        name,
        width,
      ]);
      expect([name, width, await page.evaluate(CONTROLS_OUTSIDE)]).toStrictEqual([name, width, []]);
      expect([name, width, await page.evaluate(CUT_CELLS)]).toStrictEqual([name, width, []]);
    }
  }
  await long.close();
}, 120_000);
