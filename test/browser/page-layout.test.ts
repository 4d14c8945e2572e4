import { afterAll, beforeAll, expect, test } from "vitest";
import { saveScreenshot } from "./open-browser.ts";
import { openPage, openShop } from "./open-shop.ts";

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const positions = [
  { name: "Annual pass", quantity: 1, amount: 10500, description: "All floors" },
  { name: "Locker", quantity: 2, amount: 2400, description: "By the window" },
];
const LONG = {
  order: {
    amount: 12900,
    currency: "EUR",
    description: "Annual pass for the reading room",
    additional_data: { cart: { positions } },
  },
  settings: {
    customer_fields: {
      visible: ["first_name", "last_name", "email", "phone", "country", "city", "zip", "address"],
    },
  },
} as const;

const opened = async (width: number) => {
  const { page, errors } = await openPage(shop.browser);
  await page.setViewportSize({ width, height: 800 });
  await page.goto((await shop.checkout(LONG)).redirect_url);
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    if (!box) throw new Error(`${selector} is not displayed`);
    return box;
  };
  return { page, errors, boxOf };
};

test("beside a long form, the summary stays visible", async () => {
  const { page, errors, boxOf } = await opened(1280);
  const [summary, form] = [await boxOf(".order"), await boxOf(".panel")];
  expect(summary.x + summary.width).toBeLessThan(form.x);
  expect(Math.abs(summary.y - form.y)).toBeLessThan(2);
  await page.locator("form[data-pay] button.primary").scrollIntoViewIfNeeded();
  expect(await page.evaluate<number>("scrollY")).toBeGreaterThan(200);
  const total = await boxOf(".order .total");
  expect(total.y).toBeGreaterThan(0);
  expect(total.y + total.height).toBeLessThan(800);
  expect(errors).toStrictEqual([]);
  await page.close();
});

test("on a phone everything is one column: a short summary, the form, then the test cards", async () => {
  const { page, boxOf } = await opened(390);
  const [summary, form, cards] = [await boxOf(".order"), await boxOf(".panel"), await boxOf(".test-cards")];
  expect(new Set([summary, form, cards].map(({ x, width }) => `${x} ${width}`)).size).toBe(1);
  expect(summary.y + summary.height).toBeLessThan(form.y);
  expect(summary.height).toBeLessThan(260);
  expect(form.y + form.height).toBeLessThan(cards.y);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  const fields = await page.locator(".customer .field").all();
  const boxes = await Promise.all(fields.map((field) => field.boundingBox()));
  expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);
  await page.close();
});

test("a receipt prints the payment, on white, without buttons", async () => {
  const { page, errors } = await openPage(shop.browser);
  const { token } = await shop.checkout({ order: LONG.order });
  await shop.sandbox.pay(token);
  await page.goto(`${shop.url}/v2/result?token=${token}`);
  await page.evaluate("window.print = () => { window.printed = true; }");
  await page.getByRole("button", { name: "Print" }).click();
  expect(await page.evaluate("window.printed")).toBe(true);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await saveScreenshot(page, "receipt-print");
  for (const text of ["Payment successful", "Visa ending in 0000", "€129.00", "Locker", "Payment number"]) {
    expect(await page.getByText(text).first().isVisible()).toBe(true);
  }
  for (const name of ["Print", "Back to the shop"]) {
    expect(await page.getByText(name, { exact: true }).isVisible()).toBe(false);
  }
  const colors = `[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]`;
  expect(await page.evaluate(colors)).toStrictEqual(["rgb(23, 32, 43)", "rgb(255, 255, 255)"]);
  expect((await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(errors).toStrictEqual([]);
  await page.close();
});
