import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { Sandbox, type SandboxServer } from "../../src/sandbox/index.ts";
import { newProduct } from "../transport/calls.ts";
import { openBrowser } from "./open-browser.ts";

let browser: Browser;
let server: SandboxServer;
beforeAll(async () => {
  browser = await openBrowser();
  const sandbox = new Sandbox({ deliver: () => Promise.reject(new Error("connection refused")) });
  server = await sandbox.listen();
  const payments = new PaymentsClient(server.clientOptions);
  const { id } = await payments.products.create(newProduct);
  await sandbox.pay(id);
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { amount: 12_900, currency: "EUR", description: "Annual pass", tracking_id: "order-1" },
    settings: { notification_url: "https://shop.example/notify" },
  });
  await sandbox.pay(token);
});
afterAll(() => Promise.all([browser.close(), server.close()]));

async function look(width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  page.setDefaultTimeout(10_000);
  await page.goto(server.url);
  return page;
}

/** The boxes of the visible elements. */
const boxesOf = async (page: Page, selector: string) => {
  const elements = await page.locator(`${selector}:visible`).all();
  expect(elements.length).toBeGreaterThan(0);
  const boxes = await Promise.all(elements.map((element) => element.boundingBox()));
  return boxes.map((box) => ({ x: box?.x ?? 0, width: box?.width ?? 0, height: box?.height ?? 0 }));
};

test("card numbers, and what is said of a time, stay in one line at 1280 pixels", async () => {
  const page = await look(1280);
  for (const selector of ["#cards code", "td .id:has(time)"]) {
    for (const { height } of await boxesOf(page, selector)) expect(height).toBeLessThan(22);
  }
});

/** A browser does not tell the width of a placeholder, so it is measured on a canvas. */
const ROOM_BESIDE_PLACEHOLDER = `(() => {
  const input = document.getElementById("search");
  const { font, paddingLeft, paddingRight } = getComputedStyle(input);
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.font = font;
  const { width } = canvas.measureText(input.placeholder);
  return input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - width;
})()`;

test("the columns above the lists end together, and the search shows what it finds", async () => {
  const page = await look(1280);
  const [failures, cards] = await Promise.all(
    ["#failures", "#cards"].map((id) => page.locator(id).boundingBox()),
  );
  const endOf = (box: typeof cards) => (box?.y ?? 0) + (box?.height ?? 0);
  expect(Math.abs(endOf(failures ?? null) - endOf(cards ?? null))).toBeLessThan(60);
  const free = await page.evaluate<number>(ROOM_BESIDE_PLACEHOLDER);
  expect(free).toBeGreaterThan(0);
});

test("an open QR code covers no other column", async () => {
  const page = await look(1280);
  for (const list of ["products", "tokens"]) {
    const row = page.locator(`#${list} tbody tr`).first();
    await row.locator("summary").click();
    const code = await row.locator("img").boundingBox();
    const next = await row.locator(".actions").boundingBox();
    expect(code?.width).toBeGreaterThan(0);
    expect((code?.x ?? 0) + (code?.width ?? 0)).toBeLessThanOrEqual(next?.x ?? 0);
  }
});

test("on a phone, all values of a row begin at the same place", async () => {
  const page = await look(390);
  for (const list of ["products", "tokens", "transactions", "deliveries", "requests"]) {
    const boxes = await boxesOf(page, `#${list} tr:not(.below) td > div`);
    expect([list, ...new Set(boxes.map(({ x }) => Math.round(x)))]).toHaveLength(2);
  }
});
