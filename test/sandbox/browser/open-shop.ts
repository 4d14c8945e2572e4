import { createServer } from "node:http";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, afterEach, expect } from "vitest";
import { type CheckoutCreateParams, PaymentsClient, type ProductCreateParams } from "../../../src/index.ts";
import { Sandbox } from "../../../src/sandbox.ts";
import { toNodeListener, Webhooks } from "../../../src/webhooks.ts";
import { endlessProduct } from "../../models/params.ts";
import { everything } from "../../support/handlers.ts";
import { listen } from "../../support/listen.ts";
import { openBrowser } from "./open-browser.ts";

const SECRET = "s3cret";

type TokenParams = Omit<Partial<CheckoutCreateParams>, "order"> & {
  order?: Partial<CheckoutCreateParams["order"]>;
};

/**
 * A merchant's server: `/notify` receives notifications, `/moved` redirects to another origin, and every other path is a
 * page that customers return to.
 */
const openMerchant = async (publicKey: string) => {
  const webhooks = new Webhooks({ shopId: 4821, secretKey: SECRET, publicKey });
  const notify = toNodeListener(webhooks.handler(everything(() => undefined)));
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/notify")) return void notify(request, response);
    if (request.url?.startsWith("/moved")) {
      const location = `http://localhost:${request.socket.localPort}/elsewhere`;
      return void response.writeHead(302, { location }).end();
    }
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!DOCTYPE html><html lang="en"><title>Shop</title><h1>Welcome back</h1></html>`);
  });
  return listen(server);
};

/** A sandbox, a merchant's server and a browser, for the tests of a file. */
export async function openShop() {
  const sandbox = new Sandbox({ shopId: 4821, secretKey: SECRET });
  const [server, merchant, browser] = await Promise.all([
    sandbox.listen(),
    sandbox.publicKey().then(openMerchant),
    openBrowser(),
  ]);
  const payments = new PaymentsClient(server.clientOptions);
  const order = { amount: 12900, currency: "EUR", description: "Annual pass for the reading room" };
  const settings = { return_url: `${merchant.url}/back?cart=7`, notification_url: `${merchant.url}/notify` };
  /** A new payment token with these parameters. */
  const checkout = (more: TokenParams = {}) =>
    payments.checkouts.create({
      transaction_type: "payment",
      ...more,
      order: { ...order, ...more.order },
      settings: { ...settings, ...more.settings },
    });
  const pages: Page[] = [];
  const errors: string[] = [];
  /** Opens a page until the test ends, which fails for a policy violation or script error. */
  const visit = async (url: string, width = 1024): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    pages.push(page);
    page.on("pageerror", ({ message }) => errors.push(message));
    page.on("console", (message) => {
      if (message.type() === "error" && !/status of 4(10|04|22)/.test(message.text()))
        errors.push(message.text());
    });
    page.setDefaultTimeout(30_000);
    await page.goto(url);
    return page;
  };
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
    expect(errors.splice(0)).toStrictEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([server.close(), merchant[Symbol.asyncDispose]()]);
  });
  return {
    sandbox,
    payments,
    merchant,
    browser,
    url: server.url,
    checkout,
    visit,
    /** Opens the payment page of a new token. */
    open: async (more?: TokenParams, width?: number) => visit((await checkout(more)).redirect_url, width),
    product: (more: Partial<ProductCreateParams> = {}) =>
      payments.products.create({ ...endlessProduct, return_url: settings.return_url, ...more }),
  };
}

export const payButton = (page: Page) => page.locator("form[data-pay] [type=submit]");

export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

/** Fills the card form. */
export async function enterCard(page: Page | FrameLocator, number = "4200000000000000"): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("12/40");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on card").fill("KIM MULLER");
}
