import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { CheckoutCreateParams } from "../../src/index.ts";
import { openShop } from "./open-shop.ts";

const shop = await openShop();

const DESKTOP = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };
const line = (name: string) => ({ name, quantity: 1, amount: 4300, description: "All floors" });
const order = {
  amount: 12900,
  currency: "EUR",
  description: "Annual pass for the reading room",
  additional_data: { cart: { positions: [line("Pass"), line("Locker"), line("Guest")] } },
};
const CARD_ONLY = { payment_method: { types: ["credit_card"] } };
const THREE_METHODS = { payment_method: { types: ["credit_card", "google_pay", "erip"] } };
const visible = ["first_name", "last_name", "email"] as const;
const WITH_FIELDS = { ...CARD_ONLY, order, settings: { customer_fields: { visible: [...visible] } } };

/** `least` is the space that Pay leaves below it: a page that grows is noticed before Pay is cut off. */
const CASES: Record<string, Partial<CheckoutCreateParams> & { least: number }> = {
  "a card form": { ...CARD_ONLY, least: 210 },
  "three methods": { ...THREE_METHODS, least: 80 },
  "a cart and customer fields": { ...WITH_FIELDS, least: 36 },
};

/** Opens the widget's overlay on a page of the shop. */
const opened = async (viewport: typeof PHONE, more: Partial<CheckoutCreateParams>) => {
  const page = await shop.browser.newPage({ viewport });
  await page.goto(`${shop.merchant.url}/cart`);
  await page.addScriptTag({ url: `${shop.url}/widget/be_gateway.js` });
  const { token } = await shop.checkout(more);
  await page.evaluate(`new BeGateway({ token: "${token}", checkout_url: "${shop.url}" }).createWidget()`);
  const frame = page.frameLocator("iframe");
  await frame.locator("form[data-pay]").waitFor();
  // The script runs once the page is parsed and styled; before, Pay is elsewhere.
  await frame.locator("main > [role=status]").waitFor({ state: "attached" });
  return { page, frame };
};

/** The space between Pay and the lower edge of the overlay, in pixels. */
const spaceBelowPay = async (page: Page): Promise<number> => {
  const pay = await page.frameLocator("iframe").locator("form[data-pay] button.primary").boundingBox();
  const around = await page.locator("iframe").boundingBox();
  if (!pay || !around) throw new Error("The overlay does not show its page");
  return around.y + around.height - pay.y - pay.height;
};

test("in the overlay Pay is visible without scrolling, on a desktop and on a phone", async () => {
  for (const [name, { least, ...more }] of Object.entries(CASES)) {
    for (const viewport of [DESKTOP, PHONE]) {
      const { page } = await opened(viewport, more);
      const space = await spaceBelowPay(page);
      expect([name, viewport.width, space, space > least]).toStrictEqual([name, viewport.width, space, true]);
      await page.close();
    }
  }
});

test("the cart is collapsed with the number of its lines beside the total, and can be opened", async () => {
  const { page, frame } = await opened(PHONE, { ...CARD_ONLY, order });
  expect(await frame.getByText("Locker").isVisible()).toBe(false);
  expect(await frame.locator(".order .total").textContent()).toContain("€129.00");
  await frame.getByText("Items: 3").click();
  expect(await frame.getByText("Locker").isVisible()).toBe(true);
  await page.close();
});

test("headings that the overlay has no room for are still there for screen readers", async () => {
  const { page, frame } = await opened(DESKTOP, WITH_FIELDS);
  expect(await frame.getByRole("heading", { name: "Payment" }).count()).toBe(1);
  expect(await frame.getByRole("group", { name: "Your details" }).count()).toBe(1);
  await page.close();
});

test("the step of another method is named in the overlay", async () => {
  const { page, frame } = await opened(PHONE, { payment_method: { types: ["erip"] } });
  await frame.locator("form[data-pay] button.primary").click();
  const heading = frame.getByRole("heading", { name: "Pay with ERIP" });
  await frame.getByRole("button", { name: "Approve" }).waitFor();
  expect((await heading.boundingBox())?.height).toBeGreaterThan(20);
  await page.close();
});

test("on a phone the methods stand in pairs below their heading", async () => {
  const { page, frame } = await opened(PHONE, THREE_METHODS);
  const heading = await frame.locator(".methods legend").boundingBox();
  const boxes = await Promise.all((await frame.locator(".method").all()).map((each) => each.boundingBox()));
  const tops = boxes.map((box) => box?.y ?? 0);
  expect([tops[0] === tops[1], (tops[2] ?? 0) > (tops[0] ?? 0)]).toStrictEqual([true, true]);
  expect(tops[0]).toBeGreaterThan((heading?.y ?? 0) + (heading?.height ?? 0));
  await page.close();
});

test("on a phone no word of a method's name is broken, in Russian too", async () => {
  for (const language of ["en", "ru"]) {
    const payment_method = { types: ["credit_card", "google_pay", "samsung_pay", "erip"] };
    const { page, frame } = await opened(PHONE, { settings: { language }, payment_method });
    await frame.locator(".method > span").first().waitFor();
    // A name has no more lines than words.
    const broken = `[...document.querySelectorAll(".method > span")].filter((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size;
      return lines > name.textContent.split(" ").length;
    }).map((name) => name.textContent)`;
    expect([language, await page.frames()[1]?.evaluate(broken)]).toStrictEqual([language, []]);
    await page.close();
  }
});
