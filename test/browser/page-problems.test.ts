import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violationsOf } from "./open-browser.ts";
import { enterCard, entryIn, focused, heading, openShop, payButton, problemAt } from "./open-shop.ts";

const shop = await openShop();

const visible = ["email", "birth_date"] as const;
const ASKING = {
  payment_method: { types: ["credit_card", "erip"] },
  settings: { customer_fields: { visible: [...visible] } },
};

/** The number of forms that a page has sent from now on. */
const countPosts = (page: Page): (() => number) => {
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });
  return () => posts;
};

test("a form with a problem is not sent: all problems are shown, nothing that was entered is lost", async () => {
  const page = await shop.open(ASKING);
  const sent = countPosts(page);
  await enterCard(page);
  await page.locator("#email").pressSequentially("nonsense");
  await page.locator("#birth_date").pressSequentially("31.12.1990");
  await payButton(page).click();
  expect(await problemAt(page, "email")).toBe("Enter an email address such as name@example.com");
  expect(await problemAt(page, "birth_date")).toBe("Enter a real date as YYYY-MM-DD");
  expect(await focused(page)).toBe("email");
  expect(await page.getByRole("status").textContent()).toBe("Please check what you entered");
  expect(await page.locator("[aria-invalid=true]").count()).toBe(2);
  expect(await payButton(page).textContent()).toBe("Pay €129.00");
  expect(await page.locator("main button[aria-disabled], main button:disabled").count()).toBe(0);
  expect(await violationsOf(page, "checkout-stopped")).toStrictEqual([]);
  const values = ["number", "expiry", "cvc", "holder"].map((id) => entryIn(page, id));
  expect(await Promise.all(values)).toStrictEqual(["4200000000000000", "12/40", "123", "KIM MULLER"]);
  expect(sent()).toBe(0);
  await page.locator("#email").fill("kim@example.com");
  await page.locator("#birth_date").fill("1990-12-31");
  await page.keyboard.press("Enter");
  await heading(page, "Payment successful");
  expect(sent()).toBe(1);
});

test("Enter in a field is stopped like a click on Pay", async () => {
  const page = await shop.open();
  const sent = countPosts(page);
  await page.locator("#holder").pressSequentially("KIM");
  await page.keyboard.press("Enter");
  expect(await focused(page)).toBe("number");
  expect(await page.locator("[aria-invalid=true]").count()).toBe(3);
  expect(sent()).toBe(0);
});

test("fields that are not displayed stop nothing, and Cancel is always sent", async () => {
  const page = await shop.open({ payment_method: ASKING.payment_method });
  await page.getByLabel("ERIP").check();
  await payButton(page).click();
  await heading(page, "Pay with ERIP");
  const asking = await shop.open(ASKING);
  await asking.getByRole("button", { name: "Cancel" }).click();
  await heading(asking, "Welcome back");
});

test("an agreement that is not accepted keeps the card data too", async () => {
  const page = await shop.open({ settings: { agreement_toggle: {} } });
  const sent = countPosts(page);
  await enterCard(page);
  await payButton(page).click();
  expect([await problemAt(page, "agreement"), await focused(page)]).toStrictEqual([
    "Accept the agreement to continue",
    "agreement",
  ]);
  await page.getByLabel("I accept the").check();
  expect(await problemAt(page, "agreement")).toBe("");
  expect(sent()).toBe(0);
  await payButton(page).click();
  await heading(page, "Payment successful");
});

test("a problem that appears when a field is left does not move Pay from under the pointer", async () => {
  const page = await shop.open(ASKING);
  await enterCard(page);
  await page.locator("#birth_date").fill("1990-12-31");
  await page.locator("#email").pressSequentially("kim@example.com");
  await page.locator("#holder").fill("4200");
  const box = await payButton(page).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 2);
  await page.mouse.down();
  expect(await payButton(page).boundingBox()).toStrictEqual(box);
  await page.mouse.up();
  await expect.poll(() => focused(page)).toBe("holder");
  expect(await problemAt(page, "holder")).toBe("Enter the name on the card, in letters");
});

test("after a problem that only the server finds, the code is asked for again", async () => {
  const page = await shop.open(ASKING);
  await enterCard(page);
  await page.locator("#email").fill("kim@example.com");
  await page.locator("#birth_date").fill("2001-02-30");
  await payButton(page).click();
  const toCode = page.getByRole("alert").getByRole("link", { name: "Enter the 3-digit security code" });
  await toCode.waitFor();
  await page.waitForLoadState();
  await toCode.click();
  expect(await focused(page)).toBe("cvc");
  expect(await page.locator("#cvc").getAttribute("aria-invalid")).toBe("true");
  await page.keyboard.type("123");
  expect(await problemAt(page, "cvc")).toBe("");
  await page.locator("#birth_date").fill("2001-02-28");
  await payButton(page).click();
  await heading(page, "Payment successful");
});
