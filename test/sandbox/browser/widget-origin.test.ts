import type { Frame, Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { openSandbox } from "../open-gateway.ts";
import { openBrowser, servePage } from "./open-browser.ts";

const { sandbox, create } = openSandbox();
const [browser, gateway, stranger] = await Promise.all([
  openBrowser(),
  sandbox.listen(),
  servePage("<!doctype html><title>Stranger</title>"),
]);
const token = await create();
const shop = await servePage(
  `<!doctype html><title>Shop</title><script src="${gateway.url}/widget/be_gateway.js"></script><p>Cart`,
);
afterAll(async () => {
  await browser.close();
  await Promise.all([gateway.close(), shop.close(), stranger.close()]);
});

let page: Page;
const openWidget = async () => {
  await page.goto(shop.url);
  await page.evaluate(`
    globalThis.told = [];
    globalThis.heard = 0;
    addEventListener("message", () => { heard += 1; });
    new BeGateway({ token: "${token}", closeWidget: (status) => told.push(status) }).createWidget();
  `);
  await page.frameLocator("iframe").getByLabel("Card number").waitFor();
};
beforeEach(async () => {
  page = await browser.newPage();
  await openWidget();
});
afterEach(() => page.close());

/** Posts the message of a paid token's page. */
const post = (where: Page | Frame, redirect: unknown = null, target = "parent") => {
  const message = { source: "payments-client/sandbox", token, status: "successful", close: true, redirect };
  return where.evaluate(`${target}.postMessage(${JSON.stringify(message)}, "*")`);
};
const widgetFrame = (): Frame => {
  const frame = page.frames().find((candidate) => candidate.url().includes("widget=1"));
  if (!frame) throw new Error("The widget has no frame");
  return frame;
};
/** The shop's callbacks after the message has arrived, and the number of open overlays. */
const after = async () => {
  await expect.poll(() => page.evaluate("heard")).toBe(1);
  return [await page.evaluate("told"), await page.locator("dialog").count()];
};

test("the test browser enforces the same-origin policy between shop and gateway", async () => {
  const read = `fetch("${gateway.url}/v2/checkout?token=${token}").then(() => "read", () => "refused")`;
  expect(await page.evaluate(read)).toBe("refused");
  expect(await page.evaluate("document.querySelector('dialog iframe').contentDocument")).toBeNull();
});

test("the widget accepts messages of the gateway's page in its own frame", async () => {
  await post(widgetFrame());
  expect(await after()).toStrictEqual([["successful"], 0]);
});

test("the widget ignores a page of another origin in its frame", async () => {
  const frame = widgetFrame();
  await frame.goto(stranger.url);
  await post(frame, stranger.url);
  expect(await after()).toStrictEqual([[], 1]);
  expect(page.url()).toBe(`${shop.url}/`);
});

test("the widget ignores other frames, also those of the gateway's origin", async () => {
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
  await post(page, null, "window");
  expect(await after()).toStrictEqual([[], 1]);
  await page.evaluate("heard = 0");
  const opening = page.waitForEvent("popup");
  await page.evaluate(`void open("${stranger.url}")`);
  const popup = await opening;
  await popup.waitForLoadState();
  await post(popup, null, "opener");
  expect(await after()).toStrictEqual([[], 1]);
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
    await openWidget();
    await post(widgetFrame(), redirect);
    await expect.poll(() => page.evaluate("told")).toStrictEqual(["successful"]);
    expect([page.url(), await page.title()]).toStrictEqual([`${shop.url}/`, "Shop"]);
  }
});
