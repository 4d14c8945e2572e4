import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { createApp } from "../../src/sandbox/app.ts";
import { openShop, type Shop } from "../../src/sandbox/gateway/shop.ts";
import { Sandbox, type SandboxState } from "../../src/sandbox/index.ts";
import { type Listening, listen } from "../../src/sandbox/listen.ts";
import { openBrowser, violationsOf } from "./open-browser.ts";

const SECRET = "s3cret-key-of-the-shop";
const order = { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: "order-1007" };
const endless = {
  description: "A year of everything",
  currency: "EUR",
  amount: 12900,
  infinite: true,
  immortal: true,
};

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

interface Opened {
  readonly shop: Shop;
  readonly server: Listening;
  readonly payments: PaymentsClient;
  /** The number of listeners of the sandbox. */
  readonly lookers: () => number;
}

async function openSandbox(): Promise<Opened> {
  const deliver = async () => new Response('{"received":true}');
  const shop = openShop({ shopId: "4821", secretKey: SECRET, speed: 1, deliver, state });
  const { changes } = shop;
  const subscribe = changes.subscribe.bind(changes);
  let listeners = 0;
  changes.subscribe = (listener) => {
    const end = subscribe(listener);
    listeners += 1;
    return () => {
      listeners -= 1;
      end();
    };
  };
  const server = await listen(createApp(shop).fetch, 0, "127.0.0.1");
  toClose.push(server.close);
  const payments = new PaymentsClient({
    shopId: 4821,
    secretKey: SECRET,
    baseUrl: server.url,
    checkoutUrl: server.url,
    gatewayUrl: server.url,
  });
  return { shop, server, payments, lookers: () => listeners };
}

/** The dashboard in a browser, with the errors that the browser reported. */
async function look({ url }: Listening, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  toClose.push(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  if (options.javaScriptEnabled !== false) await live(page);
  return { page, complaints };
}

const live = (page: Page) => page.getByText("Live", { exact: true }).waitFor();

const createToken = ({ payments }: Opened, settings = {}, description = order.description) =>
  payments.checkouts.create({
    transaction_type: "payment",
    attempts: 2,
    order: { ...order, description },
    settings,
  });

test("an API call shows at once, and keeps open details, choices, focus and scroll position", async () => {
  const opened = await openSandbox();
  const { token } = await createToken(opened, { notification_url: "https://shop.example/notify" });
  const { page, complaints } = await look(opened.server, { viewport: { width: 1000, height: 500 } });
  await page.locator(`#qr-summary-${token}`).click();
  await page.locator(`#qr-${token} img`).evaluate("image => image.decode()");
  await page.locator(`#card-${token}`).selectOption("4005550000000019");
  await page.locator(`#expire-${token}`).focus();
  const seenAt = async () =>
    Math.round((await page.locator(`#expire-${token}`).boundingBox())?.y ?? Number.NaN);
  const before = await seenAt();

  await opened.payments.products.create({ name: "<script>alert(1)</script>", ...endless });
  await createToken(opened, {}, "Second order");
  await page.locator("#tokens").getByText("Second order").waitFor();
  await page.locator("#products").getByText("<script>alert(1)</script>", { exact: true }).waitFor();
  await expect.poll(() => page.locator("#tokens tbody tr").count()).toBe(2);
  expect(await page.locator(`#qr-${token}`).getAttribute("open")).not.toBeNull();
  expect(await page.locator(`#card-${token}`).inputValue()).toBe("4005550000000019");
  expect(await page.evaluate("document.activeElement.id")).toBe(`expire-${token}`);
  expect(Math.abs((await seenAt()) - before)).toBeLessThanOrEqual(1);
  expect(complaints).toStrictEqual([]);
});

test("pay, expire and redeliver are buttons, and the page stays where it is", async () => {
  const opened = await openSandbox();
  const { token } = await createToken(opened, { notification_url: "https://shop.example/notify" });
  const unpaid = await createToken(opened);
  await opened.payments.products.create({ name: "Annual pass", ...endless });
  const { page, complaints } = await look(opened.server);
  await page.evaluate("window.isSame = true");

  await page.locator(`#card-${token}`).selectOption("4005550000000019");
  await page.locator(`#pay-${token}`).click();
  await page.locator("#transactions").getByText("failed", { exact: true }).waitFor();
  await page.locator(`#card-${token}`).selectOption("4012000000001097");
  await page.locator(`#pay-${token}`).focus();
  await page.keyboard.press("Enter");
  await page.locator("#transactions").getByText("successful", { exact: true }).waitFor();
  expect(await page.evaluate("document.activeElement.id")).toBe("tokens");
  expect(await opened.payments.checkouts.get(token)).toMatchObject({ status: "successful" });

  await page.locator(`#expire-${unpaid.token}`).click();
  await page.locator("#tokens").getByText("expired", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Pay for Annual pass" }).click();
  await expect.poll(() => page.locator("#transactions tbody tr").count()).toBe(3);

  await page
    .getByRole("button", { name: /^Redeliver/ })
    .last()
    .click();
  await expect.poll(() => opened.shop.deliveries.list()[0]?.attempts).toBe(2);
  await page.locator("#deliveries").getByText("Request and answers").last().click();
  await page.getByText("Answer 2").waitFor();
  await page.getByText('"received": true').last().waitFor();
  expect(await page.evaluate("window.isSame")).toBe(true);
  expect(complaints).toStrictEqual([]);
});

test.each([true, false])(
  "what is left is captured, voided and refunded, with script: %s",
  async (scripted) => {
    const opened = await openSandbox();
    const { token } = await opened.payments.checkouts.create({ transaction_type: "authorization", order });
    const { page, complaints } = await look(opened.server, { javaScriptEnabled: scripted });
    await page.locator(`#pay-${token}`).click();
    const row = page.locator("#transactions tbody tr").last();
    const press = async (name: string, amount: string) => {
      await row.getByRole("spinbutton").fill(amount);
      await row.getByRole("button", { name }).click();
    };
    await press("Capture", "10000");
    await row.getByText("captured €100.00").waitFor();
    await press("Void", "900");
    await row.getByText("left €20.00").waitFor();
    await page.getByRole("button", { name: /^Refund capture/ }).click();
    await page.locator("#transactions").getByText("refunded €100.00").waitFor();
    expect(await page.getByRole("button", { name: /^Refund/ }).count()).toBe(0);
    expect(complaints).toStrictEqual([]);
  },
);

test("an action that is no longer possible is refused with the reason", async () => {
  const opened = await openSandbox();
  const { token } = await createToken(opened);
  const { page } = await look(opened.server);
  await page.evaluate("stop(); dispatchEvent(new Event('pagehide'))");
  await expect.poll(opened.lookers).toBe(0);
  await opened.shop.payments.expire(token);
  await page.locator(`#pay-${token}`).click();
  await expect.poll(() => page.getByRole("status").textContent()).toContain("it is expired");
});

test("the buttons work without JavaScript", async () => {
  const opened = await openSandbox();
  const { token } = await createToken(opened);
  const { page } = await look(opened.server, { javaScriptEnabled: false });
  await page.locator(`#pay-${token}`).click();
  await page.locator("#transactions").getByText("successful", { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await page.getByRole("button", { name: "Copy secret key" }).isVisible()).toBe(false);
  await page.getByText("Show", { exact: true }).click();
  await page.getByText(SECRET, { exact: true }).waitFor();
});

test("keys and environment lines are copied, the secret key while it is masked", async () => {
  const opened = await openSandbox();
  const { page, complaints } = await look(opened.server, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const read = () => page.evaluate<string>("navigator.clipboard.readText()");
  expect(await page.getByText(SECRET).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Copy secret key" }).click();
  await expect.poll(read).toBe(SECRET);
  await page.getByRole("button", { name: "Copy environment lines" }).click();
  await expect
    .poll(read)
    .toContain(`PAYMENTS_SECRET_KEY=${SECRET}\nPAYMENTS_BASE_URL=${opened.server.url}\n`);
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await page.getByRole("button", { name: "Copy shop id" }).click();
  await expect.poll(() => page.getByRole("status").textContent()).toBe("Copied the shop id");
  expect(complaints).toStrictEqual([]);
});

test("the dashboard is accessible, in light and dark and on a phone", async () => {
  const opened = await openSandbox();
  const url = "https://shop.example/a-rather-long-address/of/the/notifications?shop=4821";
  await opened.payments.products.create({ name: "Annual pass", ...endless });
  const { token } = await createToken(opened, { notification_url: url });
  await createToken(opened);
  const { page } = await look(opened.server, { colorScheme: "light" });
  await page.locator(`#card-${token}`).selectOption("4005550000000019");
  await page.locator(`#pay-${token}`).click();
  await page.getByText("Request and answers").click();
  await page.locator(`#qr-summary-${token}`).click();
  expect(await violationsOf(page, "dashboard-light")).toStrictEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violationsOf(page, "dashboard-dark")).toStrictEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
});

test("the first steps are accessible, on a phone too", async () => {
  const { page } = await look((await openSandbox()).server, { viewport: { width: 360, height: 800 } });
  expect(await violationsOf(page, "dashboard-empty")).toStrictEqual([]);
});

test("a closed dashboard leaves no listener in the sandbox", async () => {
  const opened = await openSandbox();
  expect(opened.lookers()).toBe(0);
  const { page } = await look(opened.server);
  await expect.poll(opened.lookers).toBe(1);
  await page.reload();
  await live(page);
  await expect.poll(opened.lookers).toBe(1);
  await page.close();
  await expect.poll(opened.lookers).toBe(0);
});
