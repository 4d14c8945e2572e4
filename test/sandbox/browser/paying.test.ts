import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { parseReturnUrl } from "../../../src/index.ts";
import { enterCard, heading, openShop, payButton } from "./open-shop.ts";

const shop = await openShop();

const pay = (page: Page) => payButton(page).click();

test("a customer pays a token with 3-D Secure and returns at once", async () => {
  const notification_url = `${shop.merchant.url}/notify`;
  const settings = { auto_return: "0", notification_url, return_url: `${shop.merchant.url}/back` };
  const { redirect_url, token } = await shop.checkout({ settings });
  const page = await shop.visit(redirect_url);
  await enterCard(page, "4012000000001097");
  await pay(page);
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await heading(page, "Welcome back");
  expect(parseReturnUrl(page.url())).toMatchObject({ token, status: "successful" });
  const ofToken = () => shop.sandbox.deliveries.filter((delivery) => delivery.token === token);
  await expect.poll(ofToken).toMatchObject([{ status: 200 }]);
  expect(JSON.parse(ofToken()[0]?.body ?? "")).toMatchObject({ transaction: { status: "successful" } });
});

test.each(["cancel", "moved"])("a customer cancels, and returns to /%s of the shop", async (path) => {
  const page = await shop.open({ settings: { cancel_url: `${shop.merchant.url}/${path}` } });
  await page.getByRole("button", { name: "Cancel" }).click();
  await heading(page, "Welcome back");
  expect(new URL(page.url()).pathname).toBe(path === "moved" ? "/elsewhere" : "/cancel");
});

test("a customer pays with the keyboard alone", async () => {
  const custom_fields = { custom_field_1: { label: "Reader", visible: true, required: true } };
  const page = await shop.open({ order: { custom_fields }, payment_method: { types: ["credit_card"] } });
  const { keyboard } = page;
  const type = async (text: string) => {
    await keyboard.press("Tab");
    await keyboard.type(text);
  };
  expect(await payButton(page).isDisabled()).toBe(true);
  await type("R-1007");
  expect(await payButton(page).isDisabled()).toBe(false);
  await keyboard.press("Tab"); // the button of a test card
  await keyboard.press("Tab"); // the list of test cards
  await type("4200000000000000");
  await type("12/40");
  await type("123");
  await type("KIM MULLER");
  await keyboard.press("Enter");
  await heading(page, "Payment successful");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await heading(page, "Welcome back");
});

test("the keyboard reaches the button of a test card, on a phone after Pay", async () => {
  const testCards = ["Use 4200 0000 0000 0000", "All test cards"];
  const form = ["number", "expiry", "cvc", "holder", "save_card", "Pay €129.00"];
  for (const [width, expected] of [
    [1024, [...testCards, ...form]],
    [390, [...form, ...testCards]],
  ] as const) {
    const page = await shop.open({ payment_method: { types: ["credit_card"] } }, width);
    await page.locator("h1").click();
    const reached: string[] = [];
    for (const _ of expected) {
      await page.keyboard.press("Tab");
      reached.push(
        await page.evaluate<string>("(({ id, innerText }) => id || innerText)(document.activeElement)"),
      );
    }
    expect([width, reached]).toStrictEqual([width, expected]);
  }
});

test("the result page counts down and returns", async () => {
  const return_url = `${shop.merchant.url}/back`;
  const { redirect_url, token } = await shop.checkout({ settings: { return_url, auto_return: "3" } });
  await shop.sandbox.pay(token);
  const page = await shop.visit(redirect_url);
  await page.getByText(/Returning to the shop… [123]/).waitFor();
  await heading(page, "Welcome back");
});

test("on a slow network, Pay shows that it is busy, and the result is printed with its mark", async () => {
  const page = await shop.open({ payment_method: { types: ["credit_card"] } });
  await enterCard(page, "4200000000000000");
  const before = await payButton(page).screenshot();
  // As long as the answer is on its way.
  await page.evaluate(`addEventListener("submit", (event) => event.preventDefault(), { once: true })`);
  await pay(page);
  await page.mouse.move(0, 0);
  expect(await payButton(page).getAttribute("aria-busy")).toBe("true");
  expect(before.equals(await payButton(page).screenshot())).toBe(false);
  await page.evaluate("document.forms[0].submit()");
  await heading(page, "Payment successful");
  await page.emulateMedia({ media: "print" });
  const mark = `getComputedStyle(document.querySelector("h1"), "::before")`;
  expect(await page.evaluate(`${mark}.printColorAdjust`)).toBe("exact");
});
