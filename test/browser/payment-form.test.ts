import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { CANCEL_SUBMIT, enterCard, entryIn, heading, openShop, payButton, problemAt } from "./open-shop.ts";

const shop = await openShop();

const CARD_ONLY = { payment_method: { types: ["credit_card"] } };

const leave = async (page: Page, id: string, value: string) => {
  await page.locator(`#${id}`).fill(value);
  await page.locator(`#${id}`).blur();
};
const isInvalid = async (page: Page, id: string) =>
  (await page.locator(`#${id}`).getAttribute("aria-invalid")) === "true";

test("a field is checked when the customer leaves it, with the server's text", async () => {
  const customer_fields = { visible: ["email" as const, "city" as const] };
  const custom_fields = { custom_field_1: { label: "Reader", visible: true, required: true } };
  const WRONG = [
    ["email", "kim", "Enter an email address such as name@example.com"],
    ["city", " ", "Fill in “City”"],
    ["custom_field_1", "", "Fill in “Reader”"],
    ["number", "", "Fill in “Card number”"],
    ["number", "4111111111111111", "Only test cards are accepted: see below"],
    ["expiry", "13/40", "Enter the expiry date as MM/YY"],
    ["expiry", "01/20", "This card has expired"],
    ["cvc", "12", "Enter the 3-digit security code"],
    ["holder", "4200", "Enter the name on the card, in letters"],
  ] as const;
  const page = await shop.open({ ...CARD_ONLY, order: { custom_fields }, settings: { customer_fields } });
  expect(await page.locator("[aria-invalid]").count()).toBe(0);
  for (const [id, value, text] of WRONG) {
    await leave(page, id, value);
    expect([id, await problemAt(page, id), await isInvalid(page, id)]).toStrictEqual([id, text, true]);
    const described = (await page.locator(`#${id}`).getAttribute("aria-describedby")) ?? "";
    expect(described.split(" ")).toContain(`${id}-problem`);
  }
  const RIGHT = {
    email: "kim@example.com",
    city: "Ghent",
    custom_field_1: "R-1",
    number: "4012 0000 0000 1006",
    expiry: "12/40",
    cvc: "123",
    holder: "Kim Müller",
  };
  for (const [id, value] of Object.entries(RIGHT)) {
    await page.locator(`#${id}`).fill(value);
    expect([id, await problemAt(page, id), await isInvalid(page, id)]).toStrictEqual([id, "", false]);
  }
  await payButton(page).click();
  await heading(page, "Payment successful");
});

test("a problem found by the server stays until the value changes", async () => {
  const settings = { customer_fields: { visible: ["birth_date" as const] } };
  const page = await shop.open({ ...CARD_ONLY, settings });
  await enterCard(page);
  await page.locator("#birth_date").fill("2001-02-30");
  await payButton(page).click();
  await page.getByRole("alert").waitFor();
  await page.waitForLoadState();
  await page.locator("#birth_date").focus();
  await page.locator("#birth_date").blur();
  expect(await problemAt(page, "birth_date")).toBe("Enter a real date as YYYY-MM-DD");
  await page.locator("#birth_date").fill("2001-02-28");
  expect(await problemAt(page, "birth_date")).toBe("");
});

test("while the payment is processed, the buttons are disabled and a status says so", async () => {
  const page = await shop.open();
  await enterCard(page);
  await page.evaluate(CANCEL_SUBMIT);
  await payButton(page).click();
  expect(await page.getByRole("status").textContent()).toBe("Processing…");
  expect(await payButton(page).textContent()).toBe("Processing…");
  const spinner = "getComputedStyle(document.querySelector('button.primary'), '::before').animationName";
  expect(await page.evaluate(spinner)).toBe("turn");
  const buttons = await page.locator("main button:visible").all();
  expect(buttons.length).toBeGreaterThan(1);
  for (const button of buttons) expect(await button.isDisabled()).toBe(true);
});

test("a form that is sent again before the response is posted once", async () => {
  const page = await shop.open();
  await enterCard(page);
  let posts = 0;
  await page.route("**/v2/checkout?*", async (route) => {
    posts += 1;
    await new Promise((resolve) => setTimeout(resolve, 600));
    // A browser that sends the form again cancels the first request.
    await route.continue().catch(() => undefined);
  });
  await page.evaluate(`
    const form = document.querySelector("form[data-pay]");
    for (const wait of [0, 200]) setTimeout(() => form.requestSubmit(), wait);
  `);
  await heading(page, "Payment successful");
  expect(posts).toBe(1);
});

test("without JavaScript there are no checks, the server shows problems, and two posts pay once", async () => {
  const { redirect_url, token } = await shop.checkout(CARD_ONLY);
  const context = await shop.browser.newContext({ javaScriptEnabled: false });
  const [page, second] = [await context.newPage(), await context.newPage()];
  for (const each of [page, second]) {
    await each.goto(redirect_url);
    expect(await each.getByRole("button", { name: /^Use/ }).count()).toBe(0);
    await enterCard(each);
  }
  await page.locator("#holder").fill("");
  await page.locator("#holder").blur();
  expect(await problemAt(page, "holder")).toBe("");
  await payButton(page).click();
  expect(await problemAt(page, "holder")).toBe("Enter the name on the card, in letters");
  expect(await entryIn(page, "number")).toBe("4200 0000 0000 0000");
  await page.locator("#holder").fill("KIM MULLER");
  await page.locator("#cvc").fill("123");
  await Promise.all([payButton(page).click(), payButton(second).click()]);
  for (const each of [page, second]) {
    await heading(each, "Payment successful");
  }
  await context.close();
  expect((await shop.payments.checkouts.get(token)).status).toBe("successful");
  await expect.poll(() => shop.sandbox.deliveries.filter((sent) => sent.token === token).length).toBe(1);
});
