import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { Sandbox, type SandboxState } from "../../src/sandbox/index.ts";
import { openBrowser, violationsOf } from "./open-browser.ts";

const LONG_NAME = "N".repeat(255);

let browser: Browser;
/** Generating a key pair takes long, so all tests share one. */
let state: SandboxState;
beforeAll(async () => {
  [browser, state] = await Promise.all([openBrowser(), new Sandbox().state()]);
});
afterAll(() => browser.close());

const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function openSandbox(from = state) {
  const sandbox = new Sandbox({ state: from, deliver: async () => new Response('{"received":true}') });
  const server = await sandbox.listen();
  toClose.push(server.close);
  const payments = new PaymentsClient({ ...server.clientOptions, maxRetries: 0 });
  const createToken = async (trackingId: string, more = {}) => {
    const order = { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: trackingId };
    const settings = { notification_url: "https://shop.example/notify" };
    const params = { transaction_type: "payment", order, settings, ...more } as const;
    return (await payments.checkouts.create(params)).token;
  };
  return { sandbox, payments, createToken, url: server.url };
}

/** The dashboard in a browser, with the errors that the browser reported. */
async function look(address: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  toClose.push(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.setDefaultTimeout(10_000);
  await page.goto(address);
  if (options.javaScriptEnabled !== false) await page.getByText("Live", { exact: true }).waitFor();
  return { page, complaints };
}

test("live updates keep the search, the page, open details and typed text", async () => {
  const { url, payments, createToken } = await openSandbox();
  for (let count = 1; count <= 30; count += 1) await createToken(`order-${count}.`);
  const { page, complaints } = await look(`${url}/?q=order&tokens=2`);
  expect(await page.locator("#tokens tbody tr").count()).toBe(5);
  await page.locator("#requests summary").first().click();
  const opened = await page.locator("#requests details[open]").getAttribute("id");
  await page.getByLabel("Search").fill("order-2");
  await createToken("order-31.");
  await createToken("invoice-1");
  await page.getByText("26–31 of 31", { exact: true }).first().waitFor();
  expect(await page.locator("#tokens tbody tr").count()).toBe(6);
  expect(await page.locator("#tokens").getByText("invoice-1").count()).toBe(0);
  expect(await page.locator("#requests details[open]").getAttribute("id")).toBe(opened);
  expect(await page.getByLabel("Search").inputValue()).toBe("order-2");
  expect(await page.evaluate("document.activeElement.id")).toBe("search");

  await page.keyboard.press("Enter");
  await page.getByText("order-29.").first().waitFor();
  expect(new URL(page.url()).search).toBe("?q=order-2");
  await page.locator("#tokens").getByRole("button", { name: "Expire order-20." }).click();
  await page.locator("#tokens").getByText("expired", { exact: true }).waitFor();
  expect(await page.locator("#tokens tbody tr").count()).toBe(11);
  await payments.products.list();
  expect(complaints).toStrictEqual([]);
});

test.each([true, false])("search, pages and links work, with JavaScript: %s", async (javaScriptEnabled) => {
  const { url, sandbox, createToken } = await openSandbox();
  for (let count = 1; count <= 30; count += 1) await createToken(`order-${count}.`);
  await sandbox.pay(await createToken("paid-1"));
  const { page } = await look(url, { javaScriptEnabled });
  await page.getByRole("navigation", { name: "Pages of Payment tokens" }).getByText("Older").click();
  await page.locator("#tokens").getByText("order-1.", { exact: true }).waitFor();
  expect(new URL(page.url()).hash).toBe("#tokens");
  await page.getByLabel("Search").fill("paid-1");
  await page.getByRole("button", { name: "Search" }).click();
  await page
    .locator("#deliveries")
    .getByRole("link", { name: /^Transactions of/ })
    .click();
  await page
    .locator("#transactions")
    .getByRole("link", { name: /^Token of/ })
    .click();
  await page.locator("#tokens").getByRole("link", { name: "Calls of paid-1" }).click();
  await page.locator("#requests").getByText("checkouts.create").waitFor();
  await page.getByText("Request and answer", { exact: true }).click();
  await page.locator("#requests pre").getByText('"tracking_id": "paid-1"').first().waitFor();
  await page.getByRole("link", { name: "Show all" }).click();
  await page.locator("#tokens tbody tr").nth(24).waitFor();
});

test.each([true, false])(
  "payments are left pending and completed, with script: %s",
  async (javaScriptEnabled) => {
    const { url, createToken } = await openSandbox();
    const erip = { payment_method: { types: ["erip", "credit_card"], erip: { service_no: "101" } } };
    const token = await createToken("order-1", erip);
    await createToken("order-2", erip);
    const { page, complaints } = await look(`${url}/?q=order-1`, { javaScriptEnabled });
    await page.locator(`#card-${token}`).selectOption("erip:pending");
    await page.getByRole("button", { name: "Pay for order-1" }).click();
    await page.locator("#transactions").getByText("pending", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Complete payment order-1" }).click();
    await page.locator("#transactions").getByText("successful", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: /^(Complete|Fail) payment/ }).count()).toBe(0);
    expect(new URL(page.url()).search).toBe("?q=order-1");
    expect(await page.locator("#tokens tbody tr").count()).toBe(1);
    expect(complaints).toStrictEqual([]);
  },
);

test.each([true, false])("the next calls fail on demand, with JavaScript: %s", async (javaScriptEnabled) => {
  const { url, payments } = await openSandbox();
  const { page } = await look(url, { javaScriptEnabled });
  await page.getByLabel("Status").selectOption("429");
  await page.getByLabel("Calls", { exact: true }).fill("3");
  await page.getByLabel("Retry-After").fill("9");
  await page.getByRole("button", { name: "Fail the next API calls" }).click();
  await page.getByText("3 times, Retry-After: 9").waitFor();
  await expect(payments.products.list()).rejects.toMatchObject({ status: 429 });
  if (!javaScriptEnabled) await page.reload();
  await page.getByText("2 times, Retry-After: 9").waitFor();
  await page.locator("#requests").getByText("429", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Cancel the planned failures" }).click();
  await page.getByText("2 times").waitFor({ state: "detached" });
  expect(await payments.products.list()).toStrictEqual([]);
});

/** A sandbox with ordinary rows and rows with the longest names and tokens. */
async function openLong() {
  const first = await openSandbox();
  const product = { description: "D", currency: "EUR", infinite: true, immortal: true };
  const fill = async (name: string, amount: number) => {
    await first.payments.products.create({ ...product, name, amount });
    const order = { amount, currency: "EUR", description: name, tracking_id: name };
    const notification_url = `https://shop.example/${name}`.slice(0, 255);
    await first.sandbox.pay(await first.createToken(name, { order, settings: { notification_url } }));
    return first.createToken(name, { order });
  };
  await fill("short", 12_900);
  const before = JSON.parse(JSON.stringify(await first.sandbox.state()));
  const token = await fill(LONG_NAME, 123_456_789_012);
  const after = JSON.parse(JSON.stringify(await first.sandbox.state()).replaceAll(token, "t".repeat(3000)));
  const opened = await openSandbox(after);
  await opened.payments.products.get(`prd_${"z".repeat(3000)}`).catch(() => undefined);
  await opened.createToken(LONG_NAME);
  const ordinary = await openSandbox(before);
  await ordinary.payments.products.get("prd_1").catch(() => undefined);
  return { ordinary: ordinary.url, long: opened.url };
}

const widthsOf =
  "Array.from(document.querySelectorAll('th'), (cell) => Math.round(cell.getBoundingClientRect().width))";

test("long texts shrink no column and hide no button, at 1280 and 390 pixels", async () => {
  const { ordinary, long } = await openLong();
  const viewport = { width: 1280, height: 800 };
  const { page: plain } = await look(ordinary, { viewport });
  const { page } = await look(long, { viewport });
  expect(await page.evaluate(widthsOf)).toStrictEqual(await plain.evaluate(widthsOf));
  for (const width of [1280, 1151, 1150, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    for (const control of await page.locator("section :is(button, select, input, a):visible").all()) {
      const box = await control.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
    }
    const tallest = await page.evaluate<number>(
      "Math.max(...Array.from(document.querySelectorAll('tbody td'), (cell) => cell.offsetHeight))",
    );
    expect(tallest).toBeLessThan(200);
  }
});

test("every state of the lists is accessible, in light and dark and on a phone", async () => {
  const { url, sandbox, payments, createToken } = await openSandbox();
  for (let count = 1; count <= 26; count += 1) await createToken(`order-${count}.`);
  await sandbox.pay(await createToken("paid-1"));
  const erip = { payment_method: { types: ["erip", "credit_card"], erip: { service_no: "101" } } };
  const token = await createToken("pending-1", erip);
  const params = {
    transaction_type: "payment",
    order: { amount: 1, currency: "XXQ", description: "Refused" },
  } as const;
  await payments.checkouts.create(params).catch(() => undefined);
  sandbox.failNext({ status: 503, times: 2, headers: { "Retry-After": "1" } });
  await payments.products.list().catch(() => undefined);
  const { page, complaints } = await look(url, { colorScheme: "light" });
  await page.locator(`#card-${token}`).selectOption("erip:pending");
  await page.getByRole("button", { name: "Pay for pending-1" }).click();
  await page.getByRole("button", { name: "Complete payment pending-1" }).waitFor();
  for (const summary of (await page.locator("#requests summary").all()).slice(0, 3)) await summary.click();
  const found: Record<string, string[]> = {};
  const check = async (name: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const problems = await violationsOf(
        page,
        `dashboard-${name}-${colorScheme}-${page.viewportSize()?.width}`,
      );
      if (problems.length > 0) found[`${name} ${colorScheme}`] = problems;
    }
  };
  await check("calls");
  await page.setViewportSize({ width: 390, height: 800 });
  for (const [name, path] of [
    ["found", "/?q=order-1"],
    ["page", "/?tokens=2#tokens"],
    ["nothing", "/?q=nothing"],
  ] as const) {
    await page.goto(url + path);
    await check(name);
  }
  expect(found).toStrictEqual({});
  expect(complaints).toStrictEqual([]);
}, 120_000);
