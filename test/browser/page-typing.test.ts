import { expect, test } from "vitest";
import { entryIn, heading, openShop, payButton, problemAt } from "./open-shop.ts";

const shop = await openShop();

const openCardForm = () => shop.open({ payment_method: { types: ["credit_card"] } });

test("an expiry date that is typed in any usual way ends as month and year", async () => {
  const page = await openCardForm();
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
    expect([typed, await problemAt(page, "expiry")]).toStrictEqual([typed, ""]);
  }
  await expiry.fill("");
  await page.keyboard.insertText("12 / 2040");
  expect(await expiry.inputValue()).toBe("12/40");
  // Not a month, and not January of another year either.
  await expiry.fill("");
  await expiry.pressSequentially("13/40");
  expect(await expiry.inputValue()).toBe("13/40");
});

test("an expiry date can be deleted and typed again, also in its middle", async () => {
  const page = await openCardForm();
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

test("an American Express number is grouped as on the card; the cursor stays in place", async () => {
  const page = await openCardForm();
  const number = page.locator("#number");
  for (const [typed, value] of [
    ["3", "3"],
    ["378", "378"],
    ["3782", "3782"],
    ["378282", "3782 82"],
    ["3782822463", "3782 822463"],
    ["378282246310005", "3782 822463 10005"],
    ["3434", "3434"],
    ["35282", "3528 2"],
  ] as const) {
    await number.fill("");
    await number.pressSequentially(typed);
    expect(await number.inputValue()).toBe(value);
  }
  await number.fill("378282463");
  for (let presses = 0; presses < 4; presses += 1) await number.press("ArrowLeft");
  await page.keyboard.type("2");
  expect(await number.inputValue()).toBe("3782 822463");
  await page.keyboard.type("9");
  expect(await number.inputValue()).toBe("3782 829246 3");
  await page.keyboard.press("Backspace");
  expect(await number.inputValue()).toBe("3782 822463");
});

test("the security code has four digits for American Express, and three for other cards", async () => {
  const page = await openCardForm();
  const problem = async (number: string, code: string) => {
    await page.locator("#number").fill(number);
    await page.locator("#cvc").fill("");
    await page.locator("#cvc").pressSequentially(code);
    await page.locator("#cvc").blur();
    return problemAt(page, "cvc");
  };
  expect(await problem("378282246310005", "123")).toBe("Enter the 4-digit security code");
  expect(await problem("378282246310005", "1234")).toBe("");
  expect(await problem("4200000000000000", "1234")).toBe("Enter the 3-digit security code");
  expect(await problem("4200000000000000", "123")).toBe("");
  expect(await problem("", "1234")).toBe("");
  expect(await problem("", "12")).toBe("Enter the security code, 3 or 4 digits");
  await page.getByText("Test cards", { exact: true }).click();
  await page.getByRole("button", { name: "Use 378282246310005" }).click();
  expect([await entryIn(page, "number"), await entryIn(page, "cvc")]).toStrictEqual([
    "3782 822463 10005",
    "1234",
  ]);
  await payButton(page).click();
  await heading(page, "Payment successful");
});
