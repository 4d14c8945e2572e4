import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violationsOf } from "./open-browser.ts";
import { enterCard, openPage, openShop } from "./open-shop.ts";

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const visible = ["email", "birth_date"] as const;
const ASKING = {
  payment_method: { types: ["credit_card", "erip"] },
  settings: { customer_fields: { visible: [...visible] } },
};

/** A customer on the payment page, and the number of forms that the page has sent. */
async function onPage(
  more: Parameters<typeof shop.checkout>[0],
  act: (page: Page, sent: () => number) => Promise<void>,
): Promise<void> {
  const { page, errors } = await openPage(shop.browser);
  await page.goto((await shop.checkout(more)).redirect_url);
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });
  await act(page, () => posts);
  expect(errors).toStrictEqual([]);
  await page.close();
}

const payButton = (page: Page) => page.locator("form[data-pay] button.primary");
const problemAt = (page: Page, id: string) => page.locator(`#${id}-problem`).textContent();
const focused = (page: Page) => page.evaluate("document.activeElement.id");
const isSuccessful = (page: Page) => page.getByRole("heading", { name: "Payment successful" }).waitFor();

test("a form with a problem is not sent: all problems are shown, nothing that was entered is lost", async () => {
  await onPage(ASKING, async (page, sent) => {
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
    const values = ["number", "expiry", "cvc", "holder"].map((id) => page.locator(`#${id}`).inputValue());
    expect(await Promise.all(values)).toStrictEqual(["4200 0000 0000 0000", "12/40", "123", "KIM MULLER"]);
    expect(sent()).toBe(0);
    await page.locator("#email").fill("kim@example.com");
    await page.locator("#birth_date").fill("1990-12-31");
    await page.keyboard.press("Enter");
    await isSuccessful(page);
    expect(sent()).toBe(1);
  });
});

test("Enter in a field is stopped like a click on Pay", async () => {
  await onPage({}, async (page, sent) => {
    await page.locator("#holder").pressSequentially("KIM");
    await page.keyboard.press("Enter");
    expect(await focused(page)).toBe("number");
    expect(await page.locator("[aria-invalid=true]").count()).toBe(3);
    expect(sent()).toBe(0);
  });
});

test("fields that are not displayed stop nothing, and Cancel is always sent", async () => {
  await onPage({ payment_method: ASKING.payment_method }, async (page) => {
    await page.getByLabel("ERIP").check();
    await payButton(page).click();
    await page.getByRole("heading", { name: "Pay with ERIP" }).waitFor();
  });
  await onPage(ASKING, async (page) => {
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
  });
});

test("an agreement that is not accepted keeps the card data too", async () => {
  await onPage({ settings: { agreement_toggle: {} } }, async (page, sent) => {
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
    await isSuccessful(page);
  });
});

test("a problem that appears when a field is left does not move Pay from under the pointer", async () => {
  await onPage(ASKING, async (page) => {
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
});

test("after a problem that only the server finds, the code is asked for again", async () => {
  await onPage(ASKING, async (page) => {
    await enterCard(page);
    await page.locator("#email").fill("kim@example.com");
    await page.locator("#birth_date").fill("2001-02-30");
    await payButton(page).click();
    await page.getByRole("alert").getByRole("link", { name: "Enter the 3-digit security code" }).click();
    expect(await focused(page)).toBe("cvc");
    expect(await page.locator("#cvc").getAttribute("aria-invalid")).toBe("true");
    await page.keyboard.type("123");
    expect(await problemAt(page, "cvc")).toBe("");
    await page.locator("#birth_date").fill("2001-02-28");
    await payButton(page).click();
    await isSuccessful(page);
  });
});
