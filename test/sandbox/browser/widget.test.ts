import type { Frame, Page } from "playwright-core";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createApp } from "../../../src/sandbox/app.ts";
import { openGateway } from "../../../src/sandbox/gateway/open-gateway.ts";
import { listen } from "../../../src/sandbox/http/listen.ts";
import { openBrowser, servePage } from "./open-browser.ts";

const TOKEN = "a1b2c3";

/** Stands in for the page of a token: each button posts the message of its name to the widget. */
const tokenPage = `<!doctype html><html lang="en"><title>Pay</title><h1>Pay</h1><main></main><script>
  const token = new URL(location).searchParams.get("token");
  for (const [name, message] of Object.entries({
    paid: { status: "successful" },
    declined: { status: "failed" },
    paidThere: { status: "successful", redirect: location.origin + "/thanks?status=successful" },
    back: { status: "successful", close: true, redirect: location.origin + "/thanks?status=successful" },
    plain: { status: "successful", close: true, redirect: null },
    cancel: { status: null, close: true },
    escape: { dismiss: true },
    bank: { status: "redirected", close: true, redirect: location.origin + "/thanks?at=bank" },
    unknown: { status: "sunny", close: true },
    stranger: { status: "successful", close: true, source: "another" },
    other: { status: "successful", close: true, token: "another" },
  })) {
    const button = document.createElement("button");
    button.textContent = name;
    button.onclick = () => parent.postMessage({ source: "payments-client/sandbox", token, ...message }, "*");
    document.querySelector("main").append(button);
  }
</script>`;

const browser = await openBrowser();
const app = createApp(
  openGateway({ shopId: "1", secretKey: "secret", speed: 1, deliver: undefined, state: undefined }),
);
const html = { "content-type": "text/html" };
const gateway = await listen(
  (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/v2/checkout") return new Response(tokenPage, { headers: html });
    return pathname === "/thanks" ? new Response("thanks", { headers: html }) : app.fetch(request);
  },
  0,
  "127.0.0.1",
);
const policy = `default-src 'none'; script-src 'self' ${gateway.url}; frame-src ${gateway.url}; style-src 'none'; require-trusted-types-for 'script'`;
const cart = `<!doctype html><html lang="en"><title>Shop</title><script src="${gateway.url}/widget/be_gateway.js"></script>
  <main><h1>Annual pass</h1><button id="pay">Pay</button></main><script src="/shop.js"></script></html>`;
const script = `window.told = Object.assign([], { heard: 0 });
  addEventListener("message", () => { told.heard += 1; }); document.getElementById("pay").onclick = () => new BeGateway({
  token: "${TOKEN}", checkout: { iframe: true, test: true, transaction_type: "payment" },
  closeWidget: (status) => { told.push(status); window.keep(status); }, ...window.options }).createWidget();`;
const shop = await listen(
  async ({ url }) =>
    url.endsWith("/shop.js")
      ? new Response(script, { headers: { "content-type": "text/javascript" } })
      : new Response(cart, {
          headers: { ...html, ...(url === LOOSE ? {} : { "content-security-policy": policy }) },
        }),
  0,
  "127.0.0.1",
);
/** The shop's page without a policy, which would refuse strangers itself. */
const LOOSE = `${shop.url}/loose`;
const stranger = await servePage("<!doctype html><title>Stranger</title>");
afterAll(async () => {
  await browser.close();
  await Promise.all([gateway.close(), shop.close(), stranger.close()]);
});

/** The arguments of the callback, also after a navigation. */
const calls: unknown[] = [];
let said: string[] = [];
const page = await browser.newPage();
page.on("console", (message) => said.push(message.text()));
page.on("pageerror", (error) => said.push(error.message));
await page.exposeFunction("keep", (status: unknown) => calls.push(status));
beforeEach(async () => {
  said = [];
  calls.length = 0;
  await page.goto(shop.url);
});

const open = async (options: Record<string, unknown> = {}) => {
  await page.evaluate(`window.options = ${JSON.stringify(options)}`);
  await page.locator("#pay").click();
};
const button = (name: string) => page.frameLocator("iframe").getByRole("button", { name, exact: true });
const heard = () => page.evaluate<number>("window.told.heard");
const press = async (name: string) => {
  const before = await heard();
  await button(name).click();
  await expect.poll(heard).toBe(before + 1);
};
const told = () => page.evaluate<unknown[]>("[...window.told]");
const overlays = () => page.locator("dialog").count();

test("a shop on another origin, with a strict policy, opens the payment page by the script's address alone", async () => {
  await open();
  expect(await page.locator("iframe").getAttribute("src")).toBe(
    `${gateway.url}/v2/checkout?token=${TOKEN}&widget=1`,
  );
  await press("plain");
  await expect.poll(told).toStrictEqual(["successful"]);
  expect(await overlays()).toBe(0);
  expect(page.url()).toBe(`${shop.url}/`);
  expect(said).toStrictEqual([]);
});

test("a script in the page's head opens it as soon as the body exists", async () => {
  const script = `new BeGateway({ token: "${TOKEN}" }).createWidget();`;
  const head = `<script src="${gateway.url}/widget/be_gateway.js"></script><script>${script}</script>`;
  const early = await servePage(`<!doctype html><html><head><title>Shop</title>${head}</head></html>`);
  await page.goto(early.url);
  await page.getByRole("dialog", { name: "Payment" }).waitFor();
  await early.close();
});

test("the script defines one global in the shop's page, BeGateway", async () => {
  const names = await page.evaluate<string[]>(`(() => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    const usual = new Set(Object.getOwnPropertyNames(frame.contentWindow));
    return Object.getOwnPropertyNames(window).filter((name) => !usual.has(name) && Number.isNaN(Number(name)));
  })()`);
  expect(names.sort()).toStrictEqual(["BeGateway", "told"]);
});

test.each([
  [["cancel"], null],
  [["paid", "Close"], "successful"],
  [["declined", "Close"], "failed"],
  [["declined", "paid", "Escape"], "successful"],
  [["Close"], null],
  [["Escape"], null],
  [["unknown"], null],
  [["escape"], null],
  [["paid", "escape"], "successful"],
])("after %j the callback gets %j, once", async (steps, status) => {
  await open({ checkout_url: `${gateway.url}/` });
  for (const step of steps) {
    if (step === "Close") await page.getByRole("button", { name: "Close the payment page" }).click();
    else if (step === "Escape") {
      await page.getByRole("button", { name: "Close the payment page" }).focus();
      await page.keyboard.press("Escape");
    } else await press(step);
  }
  await expect.poll(told).toStrictEqual([status]);
  expect(await overlays()).toBe(0);
  expect(await page.evaluate("document.activeElement.id")).toBe("pay");
  expect(await page.title()).toBe("Shop");
});

test("the customer is redirected also without a callback, or if it throws", async () => {
  for (const callback of ["undefined", "() => { throw new Error('callback') }"]) {
    await page.goto(shop.url);
    await page.evaluate(`new BeGateway({ token: "${TOKEN}", closeWidget: ${callback} }).createWidget()`);
    await button("back").click();
    await page.waitForURL(`${gateway.url}/thanks?status=successful`);
  }
});

test("closing the overlay after the result redirects the customer to the shop's address", async () => {
  await open();
  await press("paidThere");
  expect(calls).toStrictEqual([]);
  await page.getByRole("button", { name: "Close the payment page" }).click();
  await page.waitForURL(`${gateway.url}/thanks?status=successful`);
  expect(calls).toStrictEqual(["successful"]);
});

test("in a webview the widget does not navigate: only the callback is called, and the bank's page stays in the frame", async () => {
  await open({ fromWebview: true });
  await press("bank");
  expect([await overlays(), calls]).toStrictEqual([1, []]);
  await press("back");
  await expect.poll(told).toStrictEqual(["successful"]);
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))");
  expect(page.url()).toBe(`${shop.url}/`);
});

test("messages of other senders, or for other tokens, change nothing", async () => {
  await open();
  await press("stranger");
  await press("other");
  expect(await told()).toStrictEqual([]);
  expect(await overlays()).toBe(1);
});

test("with an invalid address the callback gets error, and the console the reason", async () => {
  for (const checkout_url of ["javascript:alert(1)//", "ftp://127.0.0.1", "/gateway"]) {
    await page.goto(shop.url);
    said = [];
    await open({ checkout_url });
    expect(await told()).toStrictEqual(["error"]);
    expect(said).toStrictEqual([expect.stringContaining("checkout_url")]);
    expect(await overlays()).toBe(0);
  }
});

test("the overlay is labelled, moves the focus in and back, and the shop's page does not scroll", async () => {
  await open();
  await press("paid");
  const dialog = page.getByRole("dialog", { name: "Payment" });
  expect(await dialog.getAttribute("aria-modal")).toBe("true");
  expect(await page.evaluate("document.documentElement.style.overflow")).toBe("hidden");
  for (let press = 0; press < 24; press += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.id")).not.toBe("pay");
  }
  await page.getByRole("button", { name: "Close the payment page" }).focus();
  await page.keyboard.press("Escape");
  await expect.poll(told).toStrictEqual(["successful"]);
  expect(await page.evaluate("document.documentElement.style.overflow")).toBe("");
  expect(await page.evaluate("document.activeElement.id")).toBe("pay");
});

/** Opens the widget on the shop's page without a policy. @returns its frame. */
const openLoose = async (): Promise<Frame> => {
  await page.goto(LOOSE);
  await open();
  await button("paid").waitFor();
  const frame = page.frames().find((candidate) => candidate.url().includes("widget=1"));
  if (!frame) throw new Error("The widget has no frame");
  return frame;
};
/** Posts the message of a paid token's page. */
const post = (where: Page | Frame, redirect: unknown = null, target = "parent") => {
  const message = { source: "payments-client/sandbox", token: TOKEN, status: "successful", close: true };
  return where.evaluate(`${target}.postMessage(${JSON.stringify({ ...message, redirect })}, "*")`);
};
/** What the shop was told after so many messages have arrived, and the number of open overlays. */
const after = async (messages = 1) => {
  await expect.poll(heard).toBe(messages);
  return [await told(), await overlays()];
};

test("the test browser enforces the same-origin policy between shop and gateway", async () => {
  await openLoose();
  const read = `fetch("${gateway.url}/v2/checkout?token=${TOKEN}").then(() => "read", () => "refused")`;
  expect(await page.evaluate(read)).toBe("refused");
  expect(await page.evaluate("document.querySelector('dialog iframe').contentDocument")).toBeNull();
});

test("the widget accepts messages of the gateway's page in its own frame", async () => {
  await post(await openLoose());
  expect(await after()).toStrictEqual([["successful"], 0]);
});

test("the widget ignores a page of another origin in its frame", async () => {
  const frame = await openLoose();
  await frame.goto(stranger.url);
  await post(frame, stranger.url);
  expect(await after()).toStrictEqual([[], 1]);
  expect(page.url()).toBe(LOOSE);
});

test("the widget ignores other frames, also those of the gateway's origin", async () => {
  await openLoose();
  await page.evaluate(`
    const other = document.createElement("iframe");
    other.name = "other";
    other.src = "${gateway.url}/v2/checkout?token=none";
    document.body.append(other);
  `);
  await expect.poll(() => page.frame("other")?.url()).toContain("token=none");
  const other = page.frame("other");
  if (!other) throw new Error("There is no other frame");
  await other.waitForLoadState();
  await post(other);
  expect(await after()).toStrictEqual([[], 1]);
});

test("the widget ignores the shop's own page and windows that it opened", async () => {
  await openLoose();
  await post(page, null, "window");
  expect(await after()).toStrictEqual([[], 1]);
  const opening = page.waitForEvent("popup");
  await page.evaluate(`void window.open("${stranger.url}")`);
  const popup = await opening;
  await popup.waitForLoadState();
  await post(popup, null, "opener");
  expect(await after(2)).toStrictEqual([[], 1]);
  await popup.close();
});

test("the widget redirects to no address that runs code", async () => {
  for (const redirect of [
    "javascript:top.document.title='taken'",
    "data:text/html,x",
    "blob:https://shop.example/7",
    7,
    ["https://shop.example/"],
    { href: "https://shop.example/" },
  ]) {
    await post(await openLoose(), redirect);
    await expect.poll(told).toStrictEqual(["successful"]);
    expect([page.url(), await page.title()]).toStrictEqual([LOOSE, "Shop"]);
  }
});
