import { expect, test } from "vitest";
import { enterCard, heading, openShop, payButton } from "./open-shop.ts";

const shop = await openShop();

const CARD_ONLY = { payment_method: { types: ["credit_card"] } };

test("the page of a pending payment shows how to pay, and follows the payment by itself", async () => {
  const erip = { order_id: 1007, account_number: "77-1007", service_no: "101" };
  const { token } = await shop.checkout({ payment_method: { types: ["erip"], erip } });
  const { uid } = await shop.sandbox.pay(token, { method: "erip" });
  const page = await shop.visit(`${shop.url}/v2/result?token=${token}`);
  const shown = page.locator("article > section");
  expect(await shown.textContent()).toMatch(/Service number101Account number77-1007In your bank's app/);
  await shop.sandbox.complete(uid, { status: "successful" });
  await heading(page, "Payment successful");
});

test("one press in the list fills in a test card that pays", async () => {
  const page = await shop.open();
  await page.getByText("Test cards", { exact: true }).click();
  await page.getByRole("button", { name: "Use 378282246310005" }).click();
  await payButton(page).click();
  await heading(page, "Payment successful");
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

test("without JavaScript the server shows problems, and two posts pay once", async () => {
  const { redirect_url, token } = await shop.checkout(CARD_ONLY);
  const context = await shop.browser.newContext({ javaScriptEnabled: false });
  const [page, second] = [await context.newPage(), await context.newPage()];
  for (const each of [page, second]) {
    await each.goto(redirect_url);
    expect(await each.getByRole("button", { name: /^Use/ }).count()).toBe(0);
    await enterCard(each);
  }
  await page.locator("#holder").fill("");
  await payButton(page).click();
  await page.getByRole("alert").getByRole("link", { name: "Enter the name on the card" }).click();
  expect(await page.locator("#number").inputValue()).toBe("4200 0000 0000 0000");
  await page.locator("#holder").fill("KIM MULLER");
  await page.locator("#cvc").fill("123");
  await Promise.all([payButton(page).click(), payButton(second).click()]);
  for (const each of [page, second]) await heading(each, "Payment successful");
  await context.close();
  expect((await shop.payments.checkouts.get(token)).status).toBe("successful");
  await expect.poll(() => shop.sandbox.deliveries.filter((sent) => sent.token === token).length).toBe(1);
});
