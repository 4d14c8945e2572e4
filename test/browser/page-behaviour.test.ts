import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterCard, entryIn, focused, heading, openShop, payButton } from "./open-shop.ts";

const shop = await openShop();

const settings = { customer_fields: { visible: ["email" as const] } };
const erip = { order_id: 1007, account_number: "77-1007", service_no: "101" };

const valuesOf = (page: Page) =>
  Promise.all(["email", "holder", "number", "cvc"].map((id) => entryIn(page, id)));

test("another attempt keeps what was typed but the code, Back no card number either", async () => {
  const types = ["credit_card", "google_pay"];
  const page = await shop.open({ attempts: 3, settings, payment_method: { types } });
  await page.locator("#email").fill("kim@example.com");
  await enterCard(page, "4005550000000019");
  await payButton(page).click();
  expect(await page.locator(".result").textContent()).toContain("Attempts left: 2");
  await page.goBack();
  await expect.poll(() => valuesOf(page)).toStrictEqual(["kim@example.com", "KIM MULLER", "", ""]);
  await page.goForward();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect
    .poll(() => valuesOf(page))
    .toStrictEqual(["kim@example.com", "KIM MULLER", "4005 5500 0000 0019", ""]);
  await page.getByLabel("Google Pay").check();
  await payButton(page).click();
  await page.getByRole("button", { name: "Back" }).click();
  expect(await page.getByLabel("Google Pay").isChecked()).toBe(true);
  await expect.poll(() => valuesOf(page)).toStrictEqual(["kim@example.com", "KIM MULLER", "", ""]);
  await page.getByLabel("Bank card").check();
  await enterCard(page);
  await payButton(page).click();
  await heading(page, "Payment successful");
});

test("nothing that was typed stays in the tab after the payment", async () => {
  const page = await shop.open({ settings });
  await page.locator("#email").fill("kim@example.com");
  await enterCard(page);
  await payButton(page).click();
  await heading(page, "Payment successful");
  await page.locator("main > [role=status]").waitFor({ state: "attached" });
  expect(await page.evaluate("sessionStorage.length")).toBe(0);
});

test("the page of a pending payment shows how to pay, and follows the payment by itself", async () => {
  const { token, redirect_url } = await shop.checkout({ payment_method: { types: ["erip"], erip } });
  const page = await shop.visit(redirect_url);
  const { uid } = await shop.sandbox.pay(token, { method: "erip" });
  await page.goto(`${shop.url}/v2/result?token=${token}`);
  const shown = page.locator(".parameters");
  expect(await shown.textContent()).toMatch(/Service number101Account number77-1007In your bank's app/);
  expect(await page.getByRole("img", { name: "QR code for your bank's app" }).isVisible()).toBe(true);
  await shop.sandbox.complete(uid, { status: "successful" });
  await heading(page, "Payment successful");
});

test("Pay is reached by the keyboard with its hint, and leads to the first empty field", async () => {
  const custom_fields = { custom_field_1: { label: "Reader", visible: true, required: true } };
  const page = await shop.open({ order: { custom_fields } });
  expect(await payButton(page).getAttribute("aria-disabled")).toBe("true");
  expect(await payButton(page).getAttribute("aria-describedby")).toBe("fill-required");
  await enterCard(page);
  await page.locator("#save_card").focus();
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.matches('button.primary')")).toBe(true);
  await page.keyboard.press("Enter");
  expect(await focused(page)).toBe("custom_field_1");
  await page.keyboard.type("R-1");
  expect(await payButton(page).getAttribute("aria-disabled")).toBe(null);
  await payButton(page).click();
  await heading(page, "Payment successful");
});

test("one press fills in a test card that pays", async () => {
  const page = await shop.open();
  await page.getByRole("button", { name: "Fill in a test card" }).click();
  await payButton(page).click();
  await heading(page, "Payment successful");
});

test("below a receipt of 30 lines the way back stays in sight", async () => {
  const receipt_text = Array.from({ length: 30 }, (_, index) => `Rule ${index + 1} of the reading room`);
  const { token } = await shop.checkout({ order: { additional_data: { receipt_text } } });
  await shop.sandbox.pay(token);
  const page = await shop.visit(`${shop.url}/v2/result?token=${token}`, 390);
  const back = await page.getByRole("link", { name: "Back to the shop" }).boundingBox();
  expect(await page.evaluate<number>("document.documentElement.scrollHeight")).toBeGreaterThan(900);
  expect(Number(back?.y) + Number(back?.height)).toBeLessThan(800);
});
