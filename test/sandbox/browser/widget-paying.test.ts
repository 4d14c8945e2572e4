import type { Page } from "playwright-core";
import { afterAll, afterEach, expect, test } from "vitest";
import type { CheckoutCreateParams } from "../../../src/index.ts";
import { DECLINED, openSandbox } from "../open-gateway.ts";
import { openBrowser, servePage } from "./open-browser.ts";
import { enterCard } from "./open-shop.ts";

const CHALLENGED = "4012000000001097";
const order = { amount: 12900, currency: "EUR", description: "Annual pass for the reading room" };

const { sandbox, payments, create } = openSandbox();
const [browser, gateway] = await Promise.all([openBrowser(), sandbox.listen()]);
const script = `<script src="${gateway.url}/widget/be_gateway.js"></script>`;
const html = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Cart</h1>
  ${script}<p><button id="paymentLink">Buy</button></p><div id="paymentForm"></div></main>`;
// Inline scripts are for the tests; everything else may come from the gateway only.
const policy = `default-src 'none'; script-src 'unsafe-inline' ${gateway.url}; frame-src ${gateway.url}`;
const shop = await servePage(html, { "content-security-policy": policy });
let page: Page;
afterAll(async () => {
  await browser.close();
  await Promise.all([gateway.close(), shop.close()]);
});
afterEach(() => page.close());

const settings = {
  success_url: `${shop.url}/success?order=7`,
  decline_url: `${shop.url}/decline`,
  fail_url: `${shop.url}/fail`,
  cancel_url: `${shop.url}/cancel`,
};
const createToken = (more: Partial<CheckoutCreateParams> = {}) => create({ order, settings, ...more });

/** Opens the shop's page; `calls` are the statuses that its callback gets. */
const openCart = async (viewport = { width: 1280, height: 720 }, url = shop.url) => {
  const calls: unknown[] = [];
  page = await browser.newPage({ viewport });
  page.setDefaultTimeout(30_000);
  await page.exposeFunction("keep", (status: unknown) => calls.push(status));
  await page.goto(url);
  return calls;
};
const run = (options: object, method = "createWidget()") =>
  page.evaluate(`new BeGateway({ closeWidget: keep, ...${JSON.stringify(options)} }).${method}`);
const frame = () => page.frameLocator("iframe");
const press = (name: string | RegExp) => frame().getByRole("button", { name }).click();
/** Waits for the payment page's script: it takes keys and clicks from then on. */
const scriptRuns = () =>
  frame()
    .locator("main")
    .evaluate(
      `() => document.readyState === "complete" || new Promise((resolve) => addEventListener("load", () => resolve()))`,
    );
const pressEscape = async () => {
  await scriptRuns();
  await frame().getByLabel("Card number").press("Escape");
};
const back = async () => {
  const link = frame().getByRole("link", { name: "Back to the shop" });
  // Without it, this may still be the page before.
  await link.waitFor();
  await scriptRuns();
  await link.click();
};
const overlays = () => page.locator("dialog").count();
const publicKeyCheckout = async (more: object = {}) => ({
  public_key: await sandbox.publicKey(),
  transaction_type: "payment",
  iframe: true,
  test: true,
  order,
  settings,
  ...more,
});

test("each result redirects the customer to its address, with token, status and uid", async () => {
  for (const [card, address, status] of [
    ["4200000000000000", "/success?order=7&", "successful"],
    [DECLINED, "/decline?", "failed"],
    [undefined, "/fail?", "error"],
  ] as const) {
    const calls = await openCart();
    const token = await createToken();
    if (!card) await sandbox.expire(token);
    await run({ token, checkout_url: `${gateway.url}/` });
    if (card) {
      await enterCard(frame(), card);
      await press(/^Pay/);
    }
    await back();
    await page.waitForURL(/status=/);
    const { gateway_response } = await payments.checkouts.get(token);
    const uid = card ? `&uid=${String(gateway_response?.["payment"]?.uid)}` : "";
    expect(page.url()).toBe(`${shop.url}${address}token=${token}&status=${status}${uid}`);
    expect(calls).toStrictEqual([status]);
    await page.close();
  }
});

test("a customer who cancels goes to cancel_url, one who closes the overlay stays", async () => {
  const calls = await openCart();
  const token = await createToken();
  await run({ token });
  await pressEscape();
  await expect.poll(() => calls).toStrictEqual([null]);
  expect([await overlays(), page.url()]).toStrictEqual([0, `${shop.url}/`]);
  await run({ token });
  await press("Cancel");
  await page.waitForURL(`${shop.url}/cancel?token=${token}&status=incomplete`);
  expect(calls).toStrictEqual([null, null]);
});

test("a bank's challenge opens outside of the widget, and inside with iframe", async () => {
  const calls = await openCart();
  const token = await createToken();
  await run({ token });
  await enterCard(frame(), CHALLENGED);
  await press(/^Pay/);
  await page.waitForURL(`${gateway.url}/v2/challenge?token=${token}`);
  expect(calls).toStrictEqual(["redirected"]);
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await page.getByRole("link", { name: "Back to the shop" }).click();
  await page.waitForURL(/success.*status=successful/);

  await page.goto(shop.url);
  await run({ token: await createToken({ iframe: true }) });
  await enterCard(frame(), CHALLENGED);
  await press(/^Pay/);
  await frame().frameLocator("iframe").getByRole("button", { name: "Confirm payment" }).click();
  await back();
  await page.waitForURL(/success.*status=successful/);
  expect(calls).toStrictEqual(["redirected", "successful"]);
});

test("without a token the shop's public key creates one, and it is paid", async () => {
  const calls = await openCart();
  await run({ checkout_url: gateway.url, checkout: await publicKeyCheckout() });
  await enterCard(frame());
  await press(/^Pay/);
  await back();
  await page.waitForURL(/success/);
  const token = new URL(page.url()).searchParams.get("token") ?? "";
  expect(await payments.checkouts.get(token)).toMatchObject({ status: "successful", order });
  expect(calls).toStrictEqual(["successful"]);
});

test("an error at the start is shown in the overlay, and closing it calls back with error", async () => {
  const cases: [options: object, text: string][] = [
    [{}, "checkout.public_key is missing"],
    [{ token: "none" }, "There is no such payment page"],
    [{ checkout: await publicKeyCheckout({ public_key: "wrong" }) }, "is not this shop's public key"],
    [{ checkout: await publicKeyCheckout({ order: { ...order, amount: 1.5 } }) }, "Amount must"],
  ];
  const before = JSON.stringify(await sandbox.state());
  for (const [options, text] of cases) {
    const calls = await openCart();
    await run(options);
    await frame().getByText(text).waitFor();
    expect(calls).toStrictEqual([]);
    await scriptRuns();
    await page.getByRole("button", { name: "Close the payment page" }).click();
    await expect.poll(() => calls).toStrictEqual(["error"]);
    expect([await overlays(), page.url()]).toStrictEqual([0, `${shop.url}/`]);
    await page.close();
  }
  expect(JSON.stringify(await sandbox.state())).toBe(before);
});

test("the form is put into the page, by element, id, selector or the place of the calling script", async () => {
  const calls = await openCart();
  const url = `${gateway.url}/v2/checkout?token=${await createToken()}`;
  const frames = () => page.locator("#paymentForm > iframe").count();
  for (const target of [`"paymentForm"`, `"#paymentForm"`, `document.getElementById("paymentForm")`, ""]) {
    const id = target === "" ? { id: "paymentForm" } : {};
    await run({ url, size: { width: 350, height: 500 }, ...id }, `buildForm(${target})`);
    await expect.poll(frames).toBe(1);
  }
  expect(await page.locator("iframe").boundingBox()).toMatchObject({ width: 350, height: 500 });
  await pressEscape();
  await enterCard(frame());
  await press(/^Pay/);
  await frame().getByText("Payment successful").waitFor();
  expect(await frames()).toBe(1);
  await back();
  await page.waitForURL(/success.*status=successful/);
  expect(calls).toStrictEqual(["successful"]);

  await page.goto(shop.url);
  await page.evaluate(`
    const script = document.createElement("script");
    script.textContent = 'new BeGateway({ url: "${url}" }).buildForm()';
    document.querySelector("p").append(script);
  `);
  await page.locator("p > iframe").waitFor();
});

test("a page that loads the script twice opens one overlay", async () => {
  await openCart();
  const token = await createToken();
  await run({ token });
  await page.addScriptTag({ url: `${gateway.url}/widget/be_gateway.js` });
  await run({ token });
  expect(await overlays()).toBe(1);
});

test("the form of type overlay opens the overlay at a click on its element", async () => {
  const calls = await openCart();
  const url = `${gateway.url}/v2/checkout?token=${await createToken()}`;
  await run({ type: "overlay", id: "paymentLink", url }, "buildForm()");
  expect(await overlays()).toBe(0);
  await page.locator("#paymentLink").click();
  await press("Cancel");
  await page.waitForURL(/cancel/);
  expect(calls).toStrictEqual([null]);
  await page.goto(shop.url);
  await run({ url }, `buildForm("nowhere")`);
  await expect.poll(() => calls).toStrictEqual([null, "error"]);
});

test("a frame that the shop's policy blocks ends with an error, and the console names the directive", async () => {
  const strict = await servePage(`<!doctype html><title>Shop</title>${script}`, {
    "content-security-policy": "frame-src 'self'",
  });
  const calls = await openCart(undefined, strict.url);
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  await run({ token: await createToken(), checkout_url: gateway.url });
  await expect.poll(() => calls).toStrictEqual(["error"]);
  expect(await overlays()).toBe(0);
  expect(messages).toContain(
    `BeGateway: this page's Content-Security-Policy blocks the payment page. Add ${gateway.url} to its directive frame-src`,
  );
  await strict.close();
});
