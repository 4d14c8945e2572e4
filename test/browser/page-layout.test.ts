import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { saveScreenshot } from "./open-browser.ts";
import { heading, openShop, payButton } from "./open-shop.ts";

const shop = await openShop();

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

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not displayed`);
  return box;
};

test("beside a long form, the summary stays visible", async () => {
  const page = await shop.open(LONG, 1280);
  const [summary, form] = [await boxOf(page, ".order"), await boxOf(page, ".panel")];
  expect(summary.x + summary.width).toBeLessThan(form.x);
  expect(Math.abs(summary.y - form.y)).toBeLessThan(2);
  await page.locator("form[data-pay] button.primary").scrollIntoViewIfNeeded();
  expect(await page.evaluate<number>("scrollY")).toBeGreaterThan(200);
  const total = await boxOf(page, ".order .total");
  expect(total.y).toBeGreaterThan(0);
  expect(total.y + total.height).toBeLessThan(800);
});

test("on a phone everything is one column: a short summary, the form, then the test cards", async () => {
  const page = await shop.open(LONG, 390);
  const [summary, form, cards] = [
    await boxOf(page, ".order"),
    await boxOf(page, ".panel"),
    await boxOf(page, ".test-cards"),
  ];
  expect(new Set([summary, form, cards].map(({ x, width }) => `${x} ${width}`)).size).toBe(1);
  expect(summary.y + summary.height).toBeLessThan(form.y);
  expect(summary.height).toBeLessThan(260);
  expect(form.y + form.height).toBeLessThan(cards.y);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  const fields = await page.locator(".customer .field").all();
  const boxes = await Promise.all(fields.map((field) => field.boundingBox()));
  expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);
});

test("on a phone the shop and the amount stay visible, and the bar appears only then", async () => {
  const page = await shop.open(LONG, 390);
  const isOnTop = (selector: string) =>
    page.evaluate(`(() => {
      const element = document.querySelector("${selector}");
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return element.contains(top);
    })()`);
  const [summary, hidden] = [await boxOf(page, ".order"), await boxOf(page, ".bar")];
  expect([hidden.x, hidden.width]).toStrictEqual([summary.x, summary.width]);
  expect(hidden.y).toBeGreaterThan(summary.y);
  expect(hidden.y + hidden.height).toBeLessThan(summary.y + summary.height);
  expect(await isOnTop(".bar")).toBe(false);
  for (const id of ["email", "number", "holder"]) {
    await page.evaluate(`document.getElementById("${id}").scrollIntoView()`);
    const [bar, field] = [await boxOf(page, ".bar"), await boxOf(page, `#${id}`)];
    expect([bar.y, bar.height < 60, await isOnTop(".bar")]).toStrictEqual([0, true, true]);
    expect(field.y).toBeGreaterThan(bar.height);
  }
  expect(await page.locator(".bar").textContent()).toBe("Sandbox€129.00");
  await saveScreenshot(page, "checkout-scrolled-phone");
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await page.locator(".bar").isVisible()).toBe(false);
});

test("the gaps between the fields are even", async () => {
  for (const width of [1280, 390]) {
    const page = await shop.open(LONG, width);
    const gaps = await page.evaluate<number[]>(`(() => {
    const rows = [...document.querySelectorAll("form .field, form .toggle, form button.primary")]
      .filter((row) => row.checkVisibility())
      .map((row) => row.getBoundingClientRect());
    const tops = [...new Set(rows.map(({ top }) => top))];
    return tops.slice(1).map((top) => top - Math.max(...rows.filter((row) => row.top < top).map((row) => row.bottom)));
  })()`);
    // The choice of a method stands between the customer's fields and the card's.
    expect(gaps.length).toBeGreaterThan(6);
    expect([width, [...new Set(gaps.map(Math.round).filter((gap) => gap < 60))]]).toStrictEqual([
      width,
      [16],
    ]);
  }
});

test("a long description is cut off after a few lines, and a long amount fits", async () => {
  const description = "A description of what the customer pays for, with the seat and the floor. ".repeat(3);
  const order = { amount: 999_999_999_999, currency: "EUR", description };
  for (const width of [1280, 390, 320]) {
    const page = await shop.open({ order }, width);
    const [summary, text, total] = [
      await boxOf(page, ".order"),
      await boxOf(page, ".order .description"),
      await boxOf(page, ".order .total strong"),
    ];
    expect(text.height).toBeLessThan(120);
    expect(text.width).toBeGreaterThan(summary.width * 0.8);
    expect(total.x + total.width).toBeLessThan(summary.x + summary.width - 12);
    expect(total.y).toBeGreaterThanOrEqual(text.y + text.height);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  }
});

test("on a phone a short amount stands beside the description", async () => {
  const page = await shop.open({}, 390);
  const [text, total] = [await boxOf(page, ".order .description"), await boxOf(page, ".order .total")];
  expect(Math.abs(text.y - total.y)).toBeLessThan(8);
});

test("with three methods Pay is visible at 1280 by 720", async () => {
  const page = await shop.open({ payment_method: { types: ["credit_card", "google_pay", "erip"] } }, 1280);
  const pay = await boxOf(page, "form[data-pay] button.primary");
  expect(pay.y + pay.height).toBeLessThan(704);
});

/** The words of headings and buttons that stand on more than one line. */
const BROKEN_WORDS = `[...document.querySelectorAll("h1, main button, .button")]
  .filter((element) => element.checkVisibility())
  .flatMap((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) found.push(word);
      }
    return found;
  })`;

test("at 200 % text size on a phone, headings and buttons break between words, and no page is wider", async () => {
  const erip = { order_id: "1", account_number: "2", service_no: "3" };
  const settings = { language: "ru" };
  const order = { currency: "BYN" };
  const payment_method = { types: ["erip", "credit_card"], erip };
  const look = async (page: Page, title: string) => {
    await heading(page, title);
    await page.evaluate(`document.documentElement.style.fontSize = "200%"`);
    expect([title, await page.evaluate(BROKEN_WORDS)]).toStrictEqual([title, []]);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect([title, width]).toStrictEqual([title, 390]);
  };
  const page = await shop.open({ settings }, 390);
  await look(page, "Оплата");
  for (const [id, value] of Object.entries({
    number: "4012000000001097",
    expiry: "12/40",
    cvc: "123",
    holder: "KIM MULLER",
  }))
    await page.locator(`#${id}`).fill(value);
  await payButton(page).click();
  await look(page, "Подтвердите платёж");
  const [step, button] = [await boxOf(page, ".sandbox-step"), await boxOf(page, ".sandbox-step .primary")];
  expect(button.x + button.width).toBeLessThan(step.x + step.width);
  const { token, redirect_url } = await shop.checkout({ settings, order, payment_method });
  await page.goto(redirect_url);
  await look(page, "Оплата");
  await shop.sandbox.pay(token, { method: "erip" });
  await page.goto(`${shop.url}/v2/result?token=${token}`);
  await look(page, "Платёж обрабатывается");
  const lines = `[...document.querySelectorAll(".facts dd")].filter((each) => each.textContent === "129,00\\u00a0BYN").map((each) => Math.round(each.clientHeight / 48))`;
  expect(await page.evaluate(lines)).toStrictEqual([1]);
});

test("a receipt prints the payment, on white, without buttons", async () => {
  const { token } = await shop.checkout({ order: LONG.order });
  await shop.sandbox.pay(token);
  const page = await shop.visit(`${shop.url}/v2/result?token=${token}`);
  await page.evaluate("window.print = () => { window.printed = true; }");
  await page.getByRole("button", { name: "Print" }).click();
  expect(await page.evaluate("window.printed")).toBe(true);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await saveScreenshot(page, "receipt-print");
  for (const text of ["Payment successful", "Visa ending in 0000", "€129.00", "Locker", "Payment number"])
    expect(await page.getByText(text).first().isVisible()).toBe(true);
  for (const name of ["Print", "Back to the shop"])
    expect(await page.getByText(name, { exact: true }).isVisible()).toBe(false);
  const colors = `[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]`;
  expect(await page.evaluate(colors)).toStrictEqual(["rgb(23, 32, 43)", "rgb(255, 255, 255)"]);
  expect((await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
});
