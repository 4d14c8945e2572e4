import { expect, test } from "vitest";
import { enterCard, heading, openShop, payButton, typeInSteps } from "./open-shop.ts";

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
  for (const language of ["en", "ru", "de"]) {
    const page = await shop.open({ settings: { language } }, 390);
    await page.setViewportSize({ width: 390, height: 844 });
    const amount = await page.getByText("129", { exact: false }).first().boundingBox();
    const pay = await payButton(page).boundingBox();
    expect(amount?.y).toBeGreaterThan(0);
    expect([language, (pay?.y ?? 844) + (pay?.height ?? 0) < 844]).toStrictEqual([language, true]);
  }
});

test("another language keeps what was typed, but sends no security code and only numbers of test cards", async () => {
  const custom_fields = { custom_field_1: { label: "Reader", visible: true } };
  const { redirect_url } = await shop.checkout({
    ...CARD_ONLY,
    order: { custom_fields },
    settings: { customer_fields: { visible: ["email"] }, agreement_toggle: {} },
  });
  for (const [typed, kept] of [
    ["4200000000000000", "4200 0000 0000 0000"],
    ["4111111111111111", ""],
  ] as const) {
    const page = await shop.visit(redirect_url);
    const texts = { custom_field_1: "R-1007", email: "kim@", holder: "ROBIN NOVAK", expiry: "12/40" };
    for (const [id, text] of Object.entries({ ...texts, number: typed, cvc: "739" }))
      await page.locator(`#${id}`).fill(text);
    for (const id of ["agreement", "save_card"]) await page.locator(`#${id}`).check();
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.isNavigationRequest()),
      page.getByRole("link", { name: "Deutsch" }).click(),
    ]);
    await heading(page, "Zahlung");
    for (const [id, text] of Object.entries({ ...texts, number: kept, cvc: "" }))
      expect([id, await page.locator(`#${id}`).inputValue()]).toStrictEqual([id, text]);
    for (const id of ["agreement", "save_card"]) expect(await page.locator(`#${id}`).isChecked()).toBe(true);
    expect(request.url()).not.toContain("4200");
    const sent = new URLSearchParams(request.postData() ?? "");
    expect([sent.get("number"), sent.get("cvc")]).toStrictEqual([kept === "" ? null : typed, null]);
    expect(await page.locator(".problem").count()).toBe(0);
  }
  const page = await shop.visit(redirect_url);
  await page.getByRole("link", { name: "Deutsch" }).click();
  await page.locator("#email").fill("kim@example.com");
  await page.locator("#agreement").check();
  await page.getByRole("button", { name: "Use 4200 0000 0000 0000" }).click();
  await payButton(page).click();
  await heading(page, "Zahlung erfolgreich");
});

test("a card number is grouped while it is typed, pasted and corrected, and is sent without spaces", async () => {
  const page = await shop.open();
  const number = page.locator("#number");
  const steps = [
    ["4", "4|"],
    ["242424", "4242 424|"],
    ["2x424-2424 2", "4242 4242 4242 4242|"],
    ["Home", "|4242 4242 4242 4242"],
    ["Delete", "|2424 2424 2424 242"],
    ["4", "4|242 4242 4242 4242"],
    ["ArrowRight", "42|42 4242 4242 4242"],
    ["ArrowRight", "424|2 4242 4242 4242"],
    ["ArrowRight", "4242| 4242 4242 4242"],
    ["Delete", "4242| 2424 2424 242"],
    ["4", "4242 4|242 4242 4242"],
    ["Backspace", "4242| 2424 2424 242"],
    ["ArrowRight", "4242 |2424 2424 242"],
    ["Backspace", "424|2 4242 4242 42"],
    ["ControlOrMeta+a", "|4242 4242 4242 42"],
    ["Backspace", "|"],
    ["378282246310005", "3782 822463 10005|"],
  ] as const;
  await typeInSteps(page, number, steps);
  await enterCard(page, "");
  await number.focus();
  await page.evaluate("document.execCommand('insertText', false, ' 4200-0000 00000000 ')");
  expect(await number.inputValue()).toBe("4200 0000 0000 0000");
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === "POST"),
    payButton(page).click(),
  ]);
  expect(new URLSearchParams(request.postData() ?? "").get("number")).toBe("4200000000000000");
  await heading(page, "Payment successful");
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
