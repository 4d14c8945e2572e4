/** In this file: reading and operating the dashboard without a mouse, in high contrast, and in other scripts. */

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PAGES } from "../../../src/sandbox/dashboard/pages.ts";
import { boxesOf, boxOf, live, NOTIFY, openDashboards, story } from "./open-dashboard.ts";

const { openSandbox, look, lookAtPaid, lookAtSixty } = await openDashboards();

const focused = (page: Page): Promise<string> =>
  page.evaluate("document.activeElement.innerText.trim() || document.activeElement.id");

test("the first Tab leads to a link that skips the header, the second to its name", async () => {
  const { page, url } = await lookAtSixty("/");
  for (const path of ["/", "/?show=paid", ...PAGES.slice(1).map(({ address }) => address)]) {
    await page.goto(url + path);
    await live(page);
    await page.keyboard.press("Tab");
    expect([path, await focused(page)]).toStrictEqual([path, "Skip to the content"]);
    await page.keyboard.press("Tab");
    expect([path, await focused(page)]).toStrictEqual([path, "Local gateway Test"]);
  }
  await page.goto(url);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("New test order");
});

test("in high contrast, the focus and the current page can be seen", async () => {
  const opened = await openSandbox();
  await opened.createToken();
  const { page } = await look(opened.url, { forcedColors: "active" });
  for (const selector of ["header nav a:nth-child(2)", ".filters a", "a.row", "#new-summary"]) {
    const one = page.locator(selector).first();
    const before = await page.screenshot();
    await page.keyboard.press("Shift");
    await one.focus();
    expect([selector, before.equals(await page.screenshot())]).toStrictEqual([selector, false]);
    await page.evaluate("document.activeElement.blur()");
  }
  for (const links of ["header nav a", ".filters a"]) {
    const borders = await page.evaluate<string[]>(
      `[...document.querySelectorAll(${JSON.stringify(links)})].map((link) => {
        const { borderBottomColor, outlineStyle } = getComputedStyle(link);
        return borderBottomColor + outlineStyle;
      })`,
    );
    expect([links, new Set(borders.slice(1)).has(borders[0] ?? "")]).toStrictEqual([links, false]);
  }
  for (const part of ["#orders", ".state"])
    expect([
      part,
      await page.evaluate(`getComputedStyle(document.querySelector("${part}")).borderTopStyle`),
    ]).toStrictEqual([part, "solid"]);
});

const RING = `(({ boxShadow, backgroundColor }) => [boxShadow, backgroundColor])(getComputedStyle(document.activeElement))`;

test("the ring of a focused button has another color than the button, and a field has the same ring", async () => {
  const { url } = await openSandbox();
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await look(url, { colorScheme, reducedMotion: "reduce" });
    await page.locator("#new-order").focus();
    const [ring, color] = await page.evaluate<[string, string]>(RING);
    expect([colorScheme, ring === "none", ring.includes(color)]).toStrictEqual([colorScheme, false, false]);
    const [of = ""] = /rgb\([\d, ]*\)/.exec(ring) ?? [];
    await page.locator("#new-amount").focus();
    expect((await page.evaluate<[string, string]>(RING))[0]).toContain(of || "a ring");
  }
});

/** The chips with a word that is broken. */
const BROKEN = `[...document.querySelectorAll(".orders .state")].filter((chip) => {
  const range = document.createRange();
  const tops = [...chip.textContent].map((_, at) => {
    range.setStart(chip.firstChild, at);
    range.setEnd(chip.firstChild, at + 1);
    return range.getBoundingClientRect().top;
  });
  return tops.some((top, at) => top > tops[at - 1] + 3 && /^\\w\\w$/.test(chip.textContent.slice(at - 1, at + 1)));
}).map((chip) => chip.textContent)`;

test("a list shows the customer at 1280 pixels, breaks no word of a state, and hides filters only on a phone", async () => {
  const { page } = await lookAtSixty("/");
  for (const width of [360, 768, 1000, 1160, 1280, 1440, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await page.evaluate(BROKEN)]).toStrictEqual([width, []]);
    const { top, bottom, right } = await boxOf(page, ".filters");
    const last = (await boxesOf(page, ".filters a")).at(-1);
    const isWhole = width < 752 ? bottom - top < 40 : (last?.right ?? 0) <= right;
    expect([width, isWhole]).toStrictEqual([width, true]);
    const isShown = await page.getByRole("columnheader", { name: "Customer" }).isVisible();
    expect([width, isShown]).toStrictEqual([width, width >= 1280 || (isShown && width > 1152)]);
  }
});

test("a right-to-left id stays before its amount", async () => {
  const opened = await openSandbox();
  const token = await opened.createToken(NOTIFY, { tracking_id: "طلب-١٠٠٧" });
  const { page } = await look(story(opened, token));
  const name = await boxOf(page, "h1 bdi");
  const amountLeft = await page.evaluate<number>(
    `(() => {
      const range = document.createRange();
      const text = [...document.querySelector("h1").childNodes].find(({ data }) => /€/.test(data));
      range.setStart(text, text.data.indexOf("€"));
      range.setEnd(text, text.data.length);
      return range.getBoundingClientRect().left;
    })()`,
  );
  expect(amountLeft).toBeGreaterThanOrEqual(name.right - 1);
});

test("a result that is no longer true is not shown beside the page, and no success beside a refusal", async () => {
  let answer = (_: Response): void => undefined;
  const opened = await openSandbox(() => new Promise((resolve) => (answer = resolve)));
  const token = await opened.createToken(NOTIFY);
  const { page } = await look(story(opened, token));
  const status = page.getByRole("status");
  await page.getByRole("button", { name: "Pay for order-1007" }).click();
  await status.getByText("The shop has not answered yet").waitFor();
  answer(new Response("ok"));
  await page.locator("#verdict").getByText("The shop answered 200").waitFor();
  await expect.poll(() => status.textContent()).toBe("Paid €129.00.");
  opened.sandbox.deliverTo(async () => new Response("ok"));
  await page.getByLabel(/^Amount for the payment/).fill("1.00");
  await page.getByRole("button", { name: /^Refund this amount/ }).click();
  await page.locator("#toast.good").getByText("Refunded").waitFor();
  await page.getByLabel(/^Amount for the payment/).fill("500");
  await page.getByRole("button", { name: /^Refund this amount/ }).click();
  await page.getByRole("alert").waitFor();
  expect(await status.textContent()).toBe("");
});

/** The pixels that the text of the field for the currency leaves free beside the icon of an error. */
const ROOM = `(() => {
  const field = document.querySelector("#new-currency");
  const { paddingLeft, paddingRight, font } = getComputedStyle(field);
  const pen = new OffscreenCanvas(9, 9).getContext("2d");
  pen.font = font;
  return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - pen.measureText(field.value).width;
})()`;

test("a refused currency is shown whole", async () => {
  const { page } = await look((await openSandbox()).url);
  const field = page.getByLabel("Currency");
  await field.fill("XXY");
  await page.getByRole("button", { name: "Create a test order" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.evaluate(ROOM)).toBeGreaterThanOrEqual(0);
});

test("without JavaScript, a button leads to a page that says so, and does nothing", async () => {
  const opened = await openSandbox();
  const token = await opened.createToken();
  const { page } = await look(story(opened, token), { javaScriptEnabled: false });
  const facts = await page.locator("#facts :is(dt, dd):visible").allTextContents();
  expect(facts.filter((text) => text === "JSON" || text.trim() === "")).toStrictEqual([]);
  await page.getByRole("button", { name: "Pay for order-1007" }).click();
  await page.getByRole("heading", { name: "No JavaScript" }).waitFor();
  await page.getByRole("link", { name: "All orders" }).click();
  expect(await page.locator(".orders .state").first().textContent()).toBe("Open");
});

test("the times of today have no date, others have it", async () => {
  const { page } = await lookAtPaid();
  expect(await page.locator("#timeline time").first().textContent()).toMatch(/^\d\d:\d\d:\d\d$/);
  expect(await page.locator("#facts time").nth(1).textContent()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

test("an opened notification shows the request with its headers, and each answer", async () => {
  const { page } = await lookAtPaid(async () => new Response("Traceback", { status: 500 }));
  const event = page.locator("li", { hasText: "Notification: paid" });
  await event.getByText("Request and answers").click();
  const text = await event.textContent();
  for (const part of ["POST https://shop.example/notify", "Content-Signature: ", "Basic ••••••••"])
    expect(text).toContain(part);
  for (const part of ['"tracking_id": "order-1007"', "Answer 1", "500", "Traceback", " ms"])
    expect(text).toContain(part);
  expect(await boxesOf(page, "li pre")).toHaveLength(2);
});
