import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, openShop } from "./open-shop.ts";

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** A customer who types on the payment page, key by key. */
async function typing(act: (page: Page) => Promise<void>): Promise<void> {
  const { page, errors } = await openPage(shop.browser);
  await page.goto((await shop.checkout({ payment_method: { types: ["credit_card"] } })).redirect_url);
  await act(page);
  expect(errors).toStrictEqual([]);
  await page.close();
}

const entryIn = (page: Page, id: string) => page.locator(`#${id}`).inputValue();

test("an expiry date that is typed in any usual way ends as month and year", async () => {
  await typing(async (page) => {
    const expiry = page.locator("#expiry");
    for (const [typed, value] of [
      ["12/40", "12/40"],
      ["1240", "12/40"],
      ["12 / 40", "12/40"],
      ["12 40", "12/40"],
      ["12/2040", "12/40"],
      ["12 / 2040", "12/40"],
      ["122040", "12/40"],
      ["1/40", "01/40"],
      ["9/40", "09/40"],
      ["940", "09/40"],
      ["01/40", "01/40"],
      ["12/401", "12/40"],
    ] as const) {
      await expiry.fill("");
      await expiry.pressSequentially(typed);
      expect([typed, await expiry.inputValue()]).toStrictEqual([typed, value]);
      await expiry.blur();
      expect([typed, await page.locator("#expiry-problem").textContent()]).toStrictEqual([typed, ""]);
    }
    // Not a month, and not January of another year either.
    await expiry.fill("");
    await expiry.pressSequentially("13/40");
    expect(await expiry.inputValue()).toBe("13/40");
  });
});

test("an expiry date can be deleted and typed again, also in its middle", async () => {
  await typing(async (page) => {
    const expiry = page.locator("#expiry");
    await expiry.pressSequentially("12/4");
    for (const left of ["12/", "12", "1", ""]) {
      await expiry.press("Backspace");
      expect(await expiry.inputValue()).toBe(left);
    }
    await expiry.pressSequentially("12");
    await expiry.press("Backspace");
    await expiry.pressSequentially("40");
    expect(await expiry.inputValue()).toBe("12/40");
    for (const key of ["Home", "ArrowRight", "ArrowRight", "Backspace"]) await expiry.press(key);
    await page.keyboard.type("1");
    expect(await expiry.inputValue()).toBe("11/40");
  });
});

test("a pasted expiry date is not cut off", async () => {
  await typing(async (page) => {
    await page.locator("#expiry").focus();
    await page.keyboard.insertText("12 / 2040");
    expect(await entryIn(page, "expiry")).toBe("12/40");
  });
});
