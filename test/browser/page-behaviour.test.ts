import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enterCard, openPage, openShop } from "./open-shop.ts";

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

type More = Parameters<typeof shop.checkout>[0];

const settings = { customer_fields: { visible: ["email" as const] } };
const erip = { order_id: 1007, account_number: "77-1007", service_no: "101" };

/** A customer on the payment page. */
async function onPage(more: More, act: (page: Page, token: string) => Promise<void>, width = 1024) {
  const { page, errors } = await openPage(shop.browser);
  await page.setViewportSize({ width, height: 844 });
  const { token, redirect_url } = await shop.checkout(more);
  await page.goto(redirect_url);
  await act(page, token);
  expect(errors).toStrictEqual([]);
  await page.close();
}
const valuesOf = (page: Page) =>
  Promise.all(["email", "holder", "number", "cvc"].map((id) => page.locator(`#${id}`).inputValue()));
const pay = (page: Page) => page.locator("form[data-pay] button.primary");

test("another attempt and Back keep what was typed, but no card number and no code", async () => {
  const types = ["credit_card", "google_pay"];
  await onPage({ attempts: 3, settings, payment_method: { types } }, async (page) => {
    await page.locator("#email").fill("kim@example.com");
    await enterCard(page, "4005550000000019");
    await pay(page).click();
    expect(await page.locator(".result").textContent()).toContain("Attempts left: 2");
    await page.goBack();
    await expect.poll(() => valuesOf(page)).toStrictEqual(["kim@example.com", "KIM MULLER", "", ""]);
    await page.goForward();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect.poll(() => valuesOf(page)).toStrictEqual(["kim@example.com", "KIM MULLER", "", ""]);
    await page.getByLabel("Google Pay").check();
    await pay(page).click();
    await page.getByRole("button", { name: "Back" }).click();
    expect(await page.getByLabel("Google Pay").isChecked()).toBe(true);
    await expect.poll(() => valuesOf(page)).toStrictEqual(["kim@example.com", "KIM MULLER", "", ""]);
  });
});

test("nothing that was typed stays in the tab after the payment", async () => {
  await onPage({ settings }, async (page) => {
    await page.locator("#email").fill("kim@example.com");
    await enterCard(page);
    await pay(page).click();
    await page.getByRole("heading", { name: "Payment successful" }).waitFor();
    await page.locator("main > [role=status]").waitFor({ state: "attached" });
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
  });
});

test("the page of a pending payment shows how to pay, and follows the payment by itself", async () => {
  const payment_method = { types: ["erip"], erip };
  await onPage(
    { payment_method, order: { amount: 100, currency: "BYN", description: "Pass" } },
    async (page, token) => {
      const { uid } = await shop.sandbox.pay(token, { method: "erip" });
      await page.goto(`${shop.url}/v2/result?token=${token}`);
      const shown = page.locator(".parameters");
      expect(await shown.textContent()).toMatch(/Service number101Account number77-1007In your bank's app/);
      expect(await page.getByRole("img", { name: "QR code for your bank's app" }).isVisible()).toBe(true);
      await shop.sandbox.complete(uid, { status: "successful" });
      await page.getByRole("heading", { name: "Payment successful" }).waitFor();
    },
  );
});

test("Pay is reached by the keyboard with its hint, and leads to the first empty field", async () => {
  const custom_fields = { custom_field_1: { label: "Reader", visible: true, required: true } };
  const order = { amount: 100, currency: "EUR", description: "Pass", custom_fields };
  await onPage({ order }, async (page) => {
    expect(await pay(page).getAttribute("aria-disabled")).toBe("true");
    expect(await pay(page).getAttribute("aria-describedby")).toBe("fill-required");
    await enterCard(page);
    await page.locator("#save_card").focus();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.matches('button.primary')")).toBe(true);
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("custom_field_1");
    await page.keyboard.type("R-1");
    expect(await pay(page).getAttribute("aria-disabled")).toBe(null);
    await pay(page).click();
    await page.getByRole("heading", { name: "Payment successful" }).waitFor();
  });
});

test("one press fills in a test card that pays", async () => {
  await onPage({}, async (page) => {
    await page.getByRole("button", { name: "Fill in a test card" }).click();
    await pay(page).click();
    await page.getByRole("heading", { name: "Payment successful" }).waitFor();
  });
});

test("below a receipt of 30 lines the way back stays in sight", async () => {
  const receipt_text = Array.from({ length: 30 }, (_, index) => `Rule ${index + 1} of the reading room`);
  const order = { amount: 100, currency: "EUR", description: "Pass", additional_data: { receipt_text } };
  const act = async (page: Page, token: string) => {
    await shop.sandbox.pay(token);
    await page.goto(`${shop.url}/v2/result?token=${token}`);
    const back = await page.getByRole("link", { name: "Back to the shop" }).boundingBox();
    expect(await page.evaluate<number>("document.documentElement.scrollHeight")).toBeGreaterThan(900);
    expect(Number(back?.y) + Number(back?.height)).toBeLessThan(844);
  };
  await onPage({ order }, act, 390);
});

test("text of twice the size stays on the page and breaks no amount, in Russian too", async () => {
  const order = { amount: 12900, currency: "BYN", description: "Годовой абонемент" };
  const act = async (page: Page, token: string) => {
    for (const path of ["checkout", "result"]) {
      if (path === "result") await shop.sandbox.pay(token, { method: "erip" });
      await page.goto(`${shop.url}/v2/${path}?token=${token}`);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toStrictEqual([path, 390]);
    }
    const lines = `[...document.querySelectorAll(".facts dd")].filter((each) => each.textContent === "129,00\\u00a0BYN").map((each) => Math.round(each.clientHeight / 48))`;
    expect(await page.evaluate(lines)).toStrictEqual([1]);
  };
  const more = {
    payment_method: { types: ["erip", "credit_card"], erip },
    order,
    settings: { language: "ru" },
  };
  await onPage(more, act, 390);
});
