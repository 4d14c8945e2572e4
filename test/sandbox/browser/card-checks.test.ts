import { expect, test } from "vitest";
import { enterCard, heading, openShop, payButton } from "./open-shop.ts";

const shop = await openShop();

const CARD_ONLY = { payment_method: { types: ["credit_card"] } };

test("Cancel is a quiet link below Pay, and not as wide", async () => {
  const page = await shop.open();
  const pay = await payButton(page).boundingBox();
  const cancel = await page.getByRole("button", { name: "Cancel" }).boundingBox();
  if (!pay || !cancel) throw new Error("A button is missing");
  expect(cancel.y - pay.y - pay.height).toBeGreaterThanOrEqual(12);
  expect(cancel.width).toBeLessThan(pay.width / 2);
});

test("the list of test cards scrolls, and the order stays visible next to the form", async () => {
  const page = await shop.open({ payment_method: { types: ["credit_card", "google_pay", "erip"] } });
  await page.getByText("All test cards").click();
  const list = page.locator(".test-cards details > div");
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(320);
  const widths = await page.evaluate<number[]>(
    "[...document.querySelectorAll('label:has(> [type=radio])')].map(({ offsetWidth }) => offsetWidth)",
  );
  expect(new Set(widths).size).toBe(1);
  await payButton(page).scrollIntoViewIfNeeded();
  const order = await page.getByRole("heading", { level: 2, name: "Annual pass" }).boundingBox();
  expect(order?.y).toBeGreaterThan(0);
  await page.getByText("Local gateway: no money moves").waitFor();
});

/** The colors of the heading of a result, and of its mark. */
const SIGNAL = `(() => {
  const heading = document.querySelector("h1");
  const { backgroundColor, maskImage } = getComputedStyle(heading, "::before");
  return [getComputedStyle(heading).color, backgroundColor, maskImage];
})()`;

/** The largest text of the customer's part. */
const LARGEST = `(() => {
  const sizeOf = (element) => parseFloat(getComputedStyle(element).fontSize);
  const elements = [...document.querySelectorAll("article *")];
  return elements.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one)).textContent;
})()`;

test("a good, a bad and a waiting result differ in color and mark, and show how much was paid with what", async () => {
  const signals: string[][] = [];
  for (const [card, title, digits] of [
    ["4200000000000000", "Payment successful", "0000"],
    ["4005550000000019", "Payment declined", "0019"],
    ["4012000000001097", "Confirm the payment", "1097"],
  ] as const) {
    const page = await shop.open(CARD_ONLY);
    await enterCard(page, card);
    await payButton(page).click();
    await heading(page, title);
    const signal = () => page.evaluate<string[]>(SIGNAL);
    await expect.poll(async () => new Set((await signal()).slice(0, 2)).size).toBe(1);
    const [color = "", , mask = ""] = await signal();
    signals.push([color, mask]);
    await page.getByText(`Visa ending in ${digits}`).waitFor();
    const largest = await page.evaluate(LARGEST);
    expect(largest).toBe("€129.00");
  }
  for (const index of [0, 1]) expect(new Set(signals.map((signal) => signal[index])).size).toBe(3);
});

test("the number of a payment is copied, and its date is in the zone of the browser", async () => {
  const { token } = await shop.checkout();
  const { uid, paid_at } = await shop.sandbox.pay(token);
  const page = await shop.visit(`${shop.url}/v2/result?token=${token}`);
  const format = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });
  await page.getByText(`Visa ending in 0000, ${format.format(new Date(paid_at ?? 0))}`).waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy: Payment number" }).click();
  await page.getByText("Copied").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(uid);
});

test("the digits of a card number are grouped at its end, and can be corrected inside", async () => {
  const page = await shop.open(CARD_ONLY);
  const field = page.getByLabel("Card number");
  for (const [typed, shown] of [
    ["4200000000000000", "4200 0000 0000 0000"],
    ["378282246310005", "3782 822463 10005"],
    ["4200", "4200"],
  ] as const) {
    await field.fill("");
    await field.pressSequentially(typed);
    expect(await field.inputValue()).toBe(shown);
  }
  await field.press("Backspace");
  await field.pressSequentially("123");
  for (let left = 0; left < 4; left += 1) await field.press("ArrowLeft");
  await field.press("Backspace");
  expect(await field.inputValue()).toBe("421 23");
});

test("the largest amount stands in one line on a phone, before and after it is paid", async () => {
  const order = { amount: "9007199254740991", currency: "KWD" };
  const page = await shop.open({ order, ...CARD_ONLY }, 320);
  const isOneLine = () =>
    page.evaluate<boolean>(`(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector("article p > strong"));
      return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size === 1;
    })()`);
  expect(await isOneLine()).toBe(true);
  const [expiry, code] = [
    await page.locator("#expiry").boundingBox(),
    await page.locator("#cvc").boundingBox(),
  ];
  expect(code?.y).toBe(expiry?.y);
  await enterCard(page, "4200000000000000");
  await payButton(page).click();
  await heading(page, "Payment successful");
  expect(await isOneLine()).toBe(true);
});
