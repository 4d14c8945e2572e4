import { expect, test } from "vitest";
import { enterCard, heading, openShop, payButton } from "./open-shop.ts";

const shop = await openShop();

const CARD_ONLY = { payment_method: { types: ["credit_card"] } };

test("the page of a pending payment follows the payment by itself", async () => {
  const { token } = await shop.checkout({ payment_method: { types: ["erip"] } });
  const { uid } = await shop.sandbox.pay(token, { method: "erip" });
  const page = await shop.visit(`${shop.url}/v2/result?token=${token}`);
  await heading(page, "Waiting for the payment");
  await shop.sandbox.complete(uid, { status: "successful" });
  await heading(page, "Payment successful");
});

test("the help for test cards is once on the page, next to the field, and a click on the card fills the form", async () => {
  const page = await shop.open();
  const help = page.getByText(/test cards?/i).filter({ visible: true });
  const warning = "Test cards only. Never enter a real card.";
  expect(await help.allInnerTexts()).toStrictEqual([warning, "All test cards"]);
  const card = page.getByRole("button", { name: "Use 4200 0000 0000 0000" });
  const [field, button] = [await page.locator("#number").boundingBox(), await card.boundingBox()];
  expect(Math.abs((button?.y ?? 0) - (field?.y ?? 0))).toBeLessThan(130);
  await card.click();
  expect(await page.locator("#number").inputValue()).toBe("4200 0000 0000 0000");
  await payButton(page).click();
  await heading(page, "Payment successful");
  const noVisa = await shop.open({ payment_method: { types: ["credit_card"], excluded_brands: ["visa"] } });
  await noVisa.getByRole("button", { name: "Use 5555 5555 5555 4444" }).click();
  await payButton(noVisa).click();
  await heading(noVisa, "Payment successful");
});

test("the form says that a payment without a card gets its result on the next page", async () => {
  const page = await shop.open({ payment_method: { types: ["credit_card", "google_pay", "erip"] } });
  const help = page.getByText("For developers: you choose the result on the next page.");
  expect(await help.isVisible()).toBe(false);
  for (const method of ["Google Pay", "ERIP"]) {
    await page.getByLabel(method).check();
    await help.waitFor();
  }
  await page.getByRole("radio", { name: "Bank card" }).check();
  expect(await help.isVisible()).toBe(false);
  const walletOnly = await shop.open({ payment_method: { types: ["google_pay"] } });
  await walletOnly.getByText("For developers: you choose the result on the next page.").waitFor();
  const cardOnly = await shop.open(CARD_ONLY);
  expect(await cardOnly.getByText("on the next page").count()).toBe(0);
});

test("the button names what it does with the chosen method, and is dark for a wallet", async () => {
  const types = ["credit_card", "google_pay", "erip", "bank_transfer"];
  const page = await shop.open({ payment_method: { types } });
  const background = () =>
    page.evaluate<string>(
      "getComputedStyle(document.querySelector('form[data-pay] [type=submit]')).backgroundColor",
    );
  for (const [method, text, isDark] of [
    ["Google Pay", "Pay with Google Pay", true],
    ["ERIP", "Continue to payment", false],
    ["Bank transfer", "Continue to payment", false],
    ["Bank card", "Pay €129.00", false],
  ] as const) {
    await page.getByRole("radio", { name: method }).check();
    await page.getByRole("button", { name: text, exact: true }).waitFor();
    await expect.poll(async () => (await background()) === "rgb(0, 0, 0)").toBe(isDark);
  }
  for (const [type, text] of [
    ["erip", "Continue to payment"],
    ["google_pay", "Pay with Google Pay"],
  ] as const) {
    const only = await shop.open({ payment_method: { types: [type] } });
    await only.getByRole("button", { name: text, exact: true }).waitFor();
  }
});

test("on a phone, the amount, the fields of the card and Pay are on the screen together", async () => {
  const payment_method = { types: ["credit_card", "google_pay"] };
  for (const [width, height] of [
    [390, 844],
    [360, 780],
  ] as const) {
    const page = await shop.open({ payment_method }, width);
    await page.setViewportSize({ width, height });
    const amount = await page.getByText("€129.00").first().boundingBox();
    const pay = await payButton(page).boundingBox();
    expect(amount?.y).toBeGreaterThan(0);
    expect((pay?.y ?? height) + (pay?.height ?? 0)).toBeLessThan(height);
  }
});

/** Words of an element that are broken over two lines, although they fit one. */
const BROKEN_WORDS = `(selector) => [...document.querySelectorAll(selector)].flatMap((element) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (walker.nextNode()) {
    const { data } = walker.currentNode;
    for (const { 0: word, index } of data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + word.length);
      const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
      if (lines.size > 1 && word.length < 20) broken.push(word);
    }
  }
  return broken;
})`;

test("long names wrap at words, on a phone too, and a word that is wider than the phone does not widen the page", async () => {
  const name = "Workshop for bookbinding, paper marbling and restoration of historical maps";
  const word = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen";
  const positions = [
    { name, quantity: 2, amount: 11_000, description: "Reading room, all floors, including refreshments" },
    { name: word, quantity: 1, amount: 1900, description: "x" },
  ];
  for (const width of [320, 390, 768, 1280]) {
    const order = { description: `${name} ${word}`, additional_data: { cart: { positions } } };
    const page = await shop.open({ order });
    await page.getByText("All test cards").click();
    await page.setViewportSize({ width, height: 844 });
    const broken = await page.evaluate<string[]>(`(${BROKEN_WORDS})("header, h2, th, td, h1")`);
    expect([width, broken]).toStrictEqual([width, []]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  }
});

test("a form that is sent again before the response is posted once", async () => {
  const page = await shop.open();
  await enterCard(page);
  const isPosted = await page.evaluate(`(() => {
    const { form } = document.querySelector("form[data-pay] [type=submit]");
    const isPosted = [];
    addEventListener("submit", (event) => isPosted.push(!event.defaultPrevented));
    for (const _ of [1, 2]) form.requestSubmit();
    return isPosted;
  })()`);
  expect(isPosted).toStrictEqual([true, false]);
  await heading(page, "Payment successful");
});
