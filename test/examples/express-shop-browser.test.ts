import { join } from "node:path";
import { PaymentsClient } from "payments-client";
import { Sandbox, type SandboxServer } from "payments-client/sandbox";
import type { Browser, BrowserContextOptions, FrameLocator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openBrowser, saveScreenshot, violationsOf } from "../sandbox/browser/open-browser.ts";
import { freePort } from "../support/free-port.ts";
import { Customer } from "./customer.ts";
import { installShared } from "./install-example.ts";
import { type RunningShop, shopEnvironment, startShop } from "./start-shop.ts";

const GOOD = "4200000000000000";
const DECLINED = "4005550000000019";

const sandbox = new Sandbox();
let server: SandboxServer;
let browser: Browser;
let running: RunningShop;
let shop = "";
/** Errors of scripts and content security policies on the shop's pages. */
let pageErrors: string[] = [];

beforeAll(async () => {
  let folder: string;
  [folder, server, browser] = await Promise.all([
    installShared("express-shop"),
    sandbox.listen(),
    openBrowser(),
  ]);
  const port = await freePort();
  shop = `http://127.0.0.1:${port}`;
  const env = await shopEnvironment(sandbox, server, port);
  // Without polling: payments are found by notifications and by the return page only.
  running = await startShop(folder, {
    ...env,
    DATABASE: join(folder, "browser.sqlite"),
    POLL_SECONDS: "0",
  });
});
afterEach(() => {
  expect(pageErrors).toEqual([]);
});
afterAll(async () => {
  running.kill();
  await Promise.all([browser.close(), server.close(), running.gone]);
});

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  pageErrors = [];
  const context = await browser.newContext({ viewport: { width: 1024, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on("pageerror", ({ message }) => pageErrors.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 401/.test(message.text())) pageErrors.push(message.text());
  });
  return page;
}

const press = (page: Page | FrameLocator, name: string) =>
  page.getByRole("button", { name, exact: true }).click();

/** From the catalogue to the page of the order. @returns its address. */
async function order(page: Page, product: string): Promise<string> {
  await page.goto(shop);
  await page.getByRole("link", { name: product }).click();
  await press(page, "Add to cart");
  await page.getByLabel("E-mail").fill("kim@example.com");
  await press(page, "Place the order");
  await page.waitForURL(/\/orders\//);
  return page.url();
}

async function enterCard(page: Page | FrameLocator, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("12/40");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on card").fill("KIM MULLER");
}

async function payWith(page: Page | FrameLocator, number: string): Promise<void> {
  await enterCard(page, number);
  await page.getByRole("button", { name: /^Pay / }).click();
}

const waitForVoucher = (page: Page) => page.getByText(/^[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/).waitFor();

/** Checks accessibility on desktop and phone, and that no page scrolls sideways. */
async function checkPage(page: Page, name: string): Promise<void> {
  const problems = await violationsOf(page, `express-shop-${name}`);
  await page.setViewportSize({ width: 360, height: 740 });
  problems.push(...(await violationsOf(page, `express-shop-${name}-phone`)));
  if (await page.evaluate("document.documentElement.scrollWidth > innerWidth")) problems.push("too wide");
  await page.setViewportSize({ width: 1024, height: 800 });
  expect(problems, name).toEqual([]);
}

test("after a declined card, a valid one can be used", async () => {
  const page = await openPage();
  const address = await order(page, "Museum guide");
  await press(page, "Pay on the payment page");
  await payWith(page, DECLINED);
  await page.getByRole("link", { name: "Try again" }).waitFor();
  // The customer leaves the payment page and returns to the shop by its URL.
  await page.goto(`${address}/return`);
  await page.getByText("This order is not paid yet.").waitFor();
  await checkPage(page, "not-paid");
  await press(page, "Pay on the payment page");
  await payWith(page, GOOD);
  await waitForVoucher(page);
  expect(page.url()).toMatch(new RegExp(`^${shop}/orders/[^/]+/return\\?`));
  await checkPage(page, "paid");
  await page.context().close();
});

test("after the last declined card, the shop offers a new payment", async () => {
  const page = await openPage();
  await order(page, "Museum guide");
  await press(page, "Pay on the payment page");
  for (let attempt = 1; attempt < 3; attempt += 1) {
    await payWith(page, DECLINED);
    await page.getByRole("link", { name: "Try again" }).click();
  }
  await payWith(page, DECLINED);
  await page.getByText("Your payment was declined").waitFor();
  await checkPage(page, "declined");
  await press(page, "Pay on the payment page");
  await payWith(page, GOOD);
  await waitForVoucher(page);
  await page.context().close();
});

test("a customer who closes the browser after paying has a paid order", async () => {
  const page = await openPage();
  const address = await order(page, "Annual pass");
  await page.context().route(/\/return\?/, (route) => route.abort());
  await press(page, "Pay on the payment page");
  const isAnswer = (response: { request: () => { method: () => string } }) =>
    response.request().method() === "POST";
  await Promise.all([page.waitForResponse(isAnswer), payWith(page, GOOD)]);
  await page.context().close();
  pageErrors = [];

  const id = address.split("/").at(-1);
  await vi.waitFor(() => expect(running.log.join("\n")).toMatch(new RegExp(`Order ${id} is paid`)), 60_000);
  const later = await openPage();
  await later.goto(address);
  await waitForVoucher(later);
  await later.context().close();
});

test("closing the widget without paying leaves the order open, and it takes the payment on the shop's own page", async () => {
  const page = await openPage();
  await order(page, "Night tour");
  await checkPage(page, "order");
  await press(page, "Pay here");
  await press(page, "Close the payment page");
  await page.getByText("This order is not paid yet.").waitFor();
  await press(page, "Pay here");
  const frame = page.frameLocator("iframe");
  await frame.getByLabel("Card number").waitFor();
  await saveScreenshot(page, "express-shop-widget");
  await payWith(frame, GOOD);
  await waitForVoucher(page);
  await page.context().close();
});

test("the admin page shows the orders and a second payment", async () => {
  const customer = new Customer(shop);
  const id = await customer.order("museum-guide");
  const token = await customer.begin(id);
  // A token that the shop did not create, with the order's number, is paid.
  const other = await new PaymentsClient(server.clientOptions).checkouts.create({
    transaction_type: "payment",
    test: true,
    order: { amount: 1890, currency: "EUR", description: "Twice", tracking_id: id },
    settings: { notification_url: `${shop}/notifications` },
  });
  await sandbox.pay(token);
  const { uid } = await sandbox.pay(other.token);

  const page = await openPage({ httpCredentials: { username: "admin", password: "open sesame" } });
  await page.goto(`${shop}/admin`);
  await page.getByRole("row", { name: "other payment" }).waitFor();
  await checkPage(page, "admin");
  await page.getByRole("button", { name: `Payment ${uid} is handled` }).click();
  await expect.poll(() => page.getByText("Needs review").count()).toBe(0);
  await page.context().close();
});

test("catalogue and cart can be used with a screen reader and on a phone", async () => {
  const page = await openPage();
  await page.goto(shop);
  await checkPage(page, "catalogue");
  await page.goto(`${shop}/cart`);
  await checkPage(page, "cart-empty");
  await page.goto(`${shop}/products/night-tour`);
  await checkPage(page, "product");
  await press(page, "Add to cart");
  await checkPage(page, "cart");
  await page.context().close();
});
