import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach } from "vitest";
import { type Deliver, Sandbox } from "../../../src/sandbox.ts";
import { ORDER, openSandbox } from "../open-gateway.ts";
import { openBrowser } from "./open-browser.ts";
import { makeSixtyOrders } from "./sixty-orders.ts";

export const SECRET = "s3cret-key-of-the-shop";

export const NOTIFY = { settings: { notification_url: "https://shop.example/notify" } };

export const story = ({ url }: { readonly url: string }, token: string) => `${url}/sandbox/orders/${token}`;

/** A sandbox over HTTP, and a client of it. */
async function listen(deliver: Deliver) {
  const { sandbox, payments, create } = openSandbox({ secretKey: SECRET, deliver });
  const { url, close } = await sandbox.listen();
  const createToken = (more = {}, order = {}): Promise<string> =>
    create({ attempts: 2, order: { ...ORDER, ...order }, ...more });
  return { sandbox, close, url, payments, createToken };
}

export const live = (page: Page): Promise<void> => page.getByText("Updates by itself").waitFor();

/** The dashboard in a browser, with the errors that the browser reported. */
async function look(browser: Browser, address: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(address);
  if (options.javaScriptEnabled !== false) await live(page);
  return { context, page, complaints };
}

/** Sandboxes, and their dashboards in a browser, for the tests of a file. All of them are closed after each test. */
export async function openDashboards() {
  const browser = await openBrowser();
  afterAll(() => browser.close());
  const toClose: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of toClose.splice(0).reverse()) await close();
  });
  const lookIn = async (url: string, options: BrowserContextOptions = {}) => {
    const looked = await look(browser, url, options);
    toClose.push(() => looked.context.close());
    return looked;
  };
  const open = async (deliver: Deliver = async () => new Response('{"received":true}')) => {
    const opened = await listen(deliver);
    toClose.push(opened.close);
    return opened;
  };
  return {
    openSandbox: open,
    look: lookIn,
    /** The page of an order that was paid. */
    lookAtPaid: async (deliver?: Deliver, options: BrowserContextOptions = {}) => {
      const opened = await open(deliver);
      const token = await opened.createToken(NOTIFY);
      const { page } = await lookIn(story(opened, token), options);
      await page.getByRole("button", { name: "Pay for order-1007" }).click();
      await page.getByText("Notification: paid").waitFor();
      return { ...opened, token, page };
    },
    /** A page of a sandbox with 60 orders. */
    lookAtSixty: async (path: string, width = 1280) => {
      const sandbox = new Sandbox();
      await makeSixtyOrders(sandbox);
      const { url, close } = await sandbox.listen();
      toClose.push(close);
      const { page } = await lookIn(url + path, { viewport: { width, height: 900 } });
      return { sandbox, url, page };
    },
  };
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().toJSON() as Box),
    );

export const boxOf = async (page: Page, selector: string): Promise<Box> => {
  const [box] = await boxesOf(page, selector);
  if (!box) throw new Error(`Nothing is shown at ${selector}`);
  return box;
};

export const heightsOf = async (page: Page, selector: string): Promise<number[]> =>
  (await boxesOf(page, selector)).map(({ top, bottom }) => bottom - top);
