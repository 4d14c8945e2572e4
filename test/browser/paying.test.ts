import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isPaid, parseReturnUrl } from "../../src/index.ts";
import { saveScreenshot } from "./open-browser.ts";
import { enterCard, openPage, openShop } from "./open-shop.ts";

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Runs steps on a page, and checks that no policy violation or script error occurred. */
async function visiting(url: string, act: (page: Page) => Promise<void>): Promise<void> {
  const { page, errors } = await openPage(shop.browser);
  await page.goto(url);
  await act(page);
  expect(errors).toStrictEqual([]);
  await page.close();
}

const pay = (page: Page) => page.getByRole("button", { name: /^Pay/ }).click();
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

test("a customer pays by a payment link, returns, and the merchant is notified", async () => {
  const { pay_url } = await shop.product();
  await visiting(pay_url, async (page) => {
    await enterCard(page);
    await pay(page);
    await heading(page, "Payment successful");
    await page.getByRole("link", { name: "Back to the shop" }).click();
    await heading(page, "Welcome back");
    const { token, status, uid } = parseReturnUrl(page.url());
    expect([new URL(page.url()).searchParams.get("cart"), status]).toStrictEqual(["7", "successful"]);
    expect(isPaid(await shop.payments.checkouts.get(token ?? ""))).toBe(true);
    expect(uid).toMatch(/^[\da-f-]{36}$/);
  });
});

test("a customer pays a token with 3-D Secure and returns at once", async () => {
  const notification_url = `${shop.merchant.url}/notify`;
  const settings = { auto_return: "0", notification_url, return_url: `${shop.merchant.url}/back` };
  const { redirect_url, token } = await shop.checkout({ settings });
  await visiting(redirect_url, async (page) => {
    await enterCard(page, "4012000000001097");
    await pay(page);
    await page.getByRole("button", { name: "Confirm payment" }).click();
    await heading(page, "Welcome back");
    expect(parseReturnUrl(page.url())).toMatchObject({ token, status: "successful" });
  });
  const ofToken = () => shop.sandbox.deliveries.filter((delivery) => delivery.token === token);
  await expect.poll(ofToken).toMatchObject([{ status: 200 }]);
  expect(shop.merchant.received.at(-1)).toMatchObject({
    type: "transaction",
    transaction: { status: "successful" },
  });
});

test("the challenge opens in a frame, and its answer navigates the page", async () => {
  const { redirect_url } = await shop.checkout({ iframe: true });
  await visiting(redirect_url, async (page) => {
    await enterCard(page, "4012000000001097");
    await pay(page);
    await page.frameLocator("iframe").getByRole("button", { name: "Decline" }).click();
    await heading(page, "Payment declined");
  });
});

test("a declined customer tries again with another card", async () => {
  const { redirect_url } = await shop.checkout({ attempts: 2 });
  await visiting(redirect_url, async (page) => {
    await enterCard(page, "4005550000000019");
    await pay(page);
    await heading(page, "Payment declined");
    await page.getByRole("link", { name: "Try again" }).click();
    await enterCard(page);
    await pay(page);
    await heading(page, "Payment successful");
  });
});

test.each(["cancel", "moved"])("a customer cancels, and returns to /%s of the shop", async (path) => {
  const { redirect_url } = await shop.checkout({ settings: { cancel_url: `${shop.merchant.url}/${path}` } });
  await visiting(redirect_url, async (page) => {
    await page.getByRole("button", { name: "Cancel" }).click();
    await heading(page, "Welcome back");
    expect(new URL(page.url()).pathname).toBe(path === "moved" ? "/elsewhere" : "/cancel");
  });
});

test("an expired page links back to the shop", async () => {
  const { redirect_url, token } = await shop.checkout();
  await shop.sandbox.expire(token);
  await visiting(redirect_url, async (page) => {
    await heading(page, "The time to pay has expired");
    await page.getByRole("link", { name: "Back to the shop" }).click();
    await heading(page, "Welcome back");
  });
});

test("a product's name with a script is escaped", async () => {
  const name = "<script>alert(1)</script>";
  const { confirm_url } = await shop.product({ name, description: name });
  await visiting(confirm_url, async (page) => {
    page.on("dialog", () => expect.unreachable("a script ran"));
    await page.getByText(name).first().waitFor();
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await page.getByText(name).first().waitFor();
  });
});

test("a customer pays with the keyboard alone", async () => {
  const custom_fields = { custom_field_1: { label: "Reader", visible: true, required: true } };
  const order = { amount: 100, currency: "EUR", description: "Pass", custom_fields };
  const { redirect_url } = await shop.checkout({ order, payment_method: { types: ["credit_card"] } });
  await visiting(redirect_url, async (page) => {
    const { keyboard } = page;
    const type = async (text: string) => {
      await keyboard.press("Tab");
      await keyboard.type(text);
    };
    expect(await page.getByRole("button", { name: /^Pay/ }).isDisabled()).toBe(true);
    await type("R-1007");
    expect(await page.getByRole("button", { name: /^Pay/ }).isDisabled()).toBe(false);
    // The button that fills in a test card.
    await keyboard.press("Tab");
    await type("4200000000000000");
    expect(await page.getByLabel("Card number").inputValue()).toBe("4200 0000 0000 0000");
    await type("1240");
    expect(await page.getByLabel("Expiry date").inputValue()).toBe("12/40");
    await type("123");
    await type("KIM MULLER");
    await keyboard.press("Enter");
    await heading(page, "Payment successful");
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await heading(page, "Welcome back");
  });
});

test("a test card from the list fills the form", async () => {
  const { redirect_url } = await shop.checkout();
  await visiting(redirect_url, async (page) => {
    await page.getByText("Test cards", { exact: true }).click();
    await page.getByRole("button", { name: "Use 4005550000000019" }).click();
    await pay(page);
    await heading(page, "Payment declined");
  });
});

test("the form shows only the fields of the chosen method", async () => {
  const { token: card } = await shop.checkout({ transaction_type: "tokenization" });
  const { credit_card } = await shop.sandbox.pay(card);
  const { redirect_url } = await shop.checkout({
    payment_method: { types: ["credit_card", "erip"], credit_card: { token: credit_card?.token ?? "" } },
    customer: { city: "Ghent" },
    settings: { customer_fields: { read_only: ["city"] } },
  });
  await visiting(redirect_url, async (page) => {
    const shown = async () =>
      Promise.all(
        ["City", "Security code", "Card number"].map((label) =>
          page.getByLabel(label).locator("visible=true").count(),
        ),
      );
    expect(await shown()).toStrictEqual([1, 1, 0]);
    await page.getByLabel("Use another card").check();
    expect(await shown()).toStrictEqual([1, 1, 1]);
    await page.getByLabel("ERIP").check();
    expect(await shown()).toStrictEqual([0, 0, 0]);
  });
});

test("the result page counts down and returns", async () => {
  const return_url = `${shop.merchant.url}/back`;
  const { redirect_url, token } = await shop.checkout({ settings: { return_url, auto_return: "1" } });
  await shop.sandbox.pay(token);
  await visiting(redirect_url, async (page) => {
    await page.getByText("You will return to the shop in 1 s.").waitFor();
    await heading(page, "Welcome back");
  });
});

test("the page works without JavaScript", async () => {
  const { redirect_url } = await shop.checkout();
  const context = await shop.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(redirect_url);
  await enterCard(page);
  await pay(page);
  await heading(page, "Payment successful");
  await context.close();
});

test("the widget's frame posts the result to the merchant's page, and asks it to close", async () => {
  const { redirect_url, token } = await shop.checkout();
  await visiting(`${shop.merchant.url}/cart`, async (page) => {
    await page.evaluate(`
      globalThis.messages = [];
      addEventListener("message", ({ data }) => messages.push(data));
      const frame = document.createElement("iframe");
      frame.src = "${redirect_url}&widget=1";
      frame.width = frame.height = "700";
      document.body.append(frame);
      // Its script listens when it has loaded.
      new Promise((resolve) => frame.addEventListener("load", () => resolve()));
    `);
    const ask = "Close the payment page? What you entered will be lost.";
    const typed = { source: "payments-client/sandbox", token, ask };
    const messages = () => page.evaluate<unknown>("messages");
    const frame = page.frameLocator("iframe");
    await enterCard(frame);
    await frame.getByRole("button", { name: /^Pay/ }).click();
    const redirect = expect.stringMatching(
      `${shop.merchant.url}/back.cart=7&token=${token}&status=successful`,
    );
    const result = { source: "payments-client/sandbox", token, status: "successful", redirect };
    await expect.poll(messages).toStrictEqual([typed, result]);
    await frame.getByRole("link", { name: "Back to the shop" }).click();
    await expect.poll(messages).toStrictEqual([typed, result, { ...result, close: true }]);
  });
});

test("a merchant's page opens the widget, the customer pays in it, and the callback gets the status", async () => {
  const { token } = await shop.checkout();
  await visiting(`${shop.merchant.url}/cart`, async (page) => {
    await page.addScriptTag({ url: `${shop.url}/widget/be_gateway.js` });
    const calls: unknown[] = [];
    await page.exposeFunction("closeWidget", (status: unknown) => calls.push(status));
    await page.evaluate(`
      new BeGateway({ checkout_url: "${shop.url}", token: "${token}", closeWidget }).createWidget();
    `);
    const overlay = page.getByRole("dialog", { name: "Payment" });
    const frame = overlay.frameLocator("iframe");
    await enterCard(frame);
    await saveScreenshot(page, "widget-with-page");
    await frame.getByRole("button", { name: /^Pay/ }).click();
    await frame.getByRole("link", { name: "Back to the shop" }).click();
    await page.waitForURL(`${shop.merchant.url}/back?cart=7&token=${token}&status=successful&uid=*`);
    expect(calls).toStrictEqual(["successful"]);
    expect(isPaid(await shop.payments.checkouts.get(token))).toBe(true);
  });
});
