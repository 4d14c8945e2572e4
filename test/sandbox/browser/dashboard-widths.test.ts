/** In this file: the dashboard at each width of a window, and what must not be overlooked on it. */

import { expect, test } from "vitest";
import { PAGES } from "../../../src/sandbox/dashboard/pages.ts";
import { newProduct } from "../../client/calls.ts";
import { violationsOf } from "./open-browser.ts";
import { boxesOf, boxOf, heightsOf, NOTIFY, openDashboards, story } from "./open-dashboard.ts";

const { openSandbox, look, lookAtSixty } = await openDashboards();

/** What is wider than its card, unless it is cut or scrolls there. */
const LEAVING = `[...document.querySelectorAll("main :is(section, #verdict)")].flatMap((card) => {
  const { left, right } = card.getBoundingClientRect();
  return [...card.querySelectorAll(":not(nav *, pre *, .unseen, caption)")]
    .filter((each) => each.checkVisibility() && (each.getBoundingClientRect().right > right + 1 || each.getBoundingClientRect().left < left - 1))
    .map(({ outerHTML }) => outerHTML.slice(0, 100));
})`;

/** All in one call: a busy browser takes long for each. */
const FOUND = `[document.documentElement.scrollWidth, ${LEAVING}]`;

const LARGEST = { amount: "9007199254740991", currency: "KWD" };

test("at each width, a list with long names fits its card, and the names of pages stay where they are", async () => {
  const opened = await openSandbox();
  await opened.payments.products.create({ ...newProduct, name: "w".repeat(255) });
  for (const tracking_id of ["order-7f0c9d3a-5b1e-4a2f-9c3d-1e2f3a4b5c6d", "w".repeat(120)])
    await opened.createToken(NOTIFY, { ...LARGEST, tracking_id, description: "d".repeat(100) });
  const { uid } = await opened.sandbox.pay(await opened.createToken({}, LARGEST));
  await opened.sandbox.act("chargeback", { uid, amount: 1 });
  await opened.sandbox.pay(await opened.createToken(NOTIFY), { card: "4005550000000019" });
  const places = new Map<number, number[][]>();
  const token = await opened.createToken(NOTIFY, { ...LARGEST, tracking_id: "w".repeat(120) });
  const paid = await fetch(`${opened.url}/sandbox/api/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ order: token }),
  });
  expect(paid.status).toBe(200);
  for (const path of [...PAGES.map(({ address }) => address), `/sandbox/orders/${token}`]) {
    const { page } = await look(opened.url + path);
    await page.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true");
    for (let width = 320; width <= 1600; width += 40) {
      await page.setViewportSize({ width, height: 700 });
      const [needed, leaving] = await page.evaluate<[number, string[]]>(FOUND);
      expect([path, Math.max(needed, width), leaving]).toStrictEqual([path, width, []]);
      if (path === "/")
        for (const height of await heightsOf(page, "tbody tr"))
          expect([width, height < 110]).toEqual([width, true]);
      if (width < 752) continue;
      const links = (await boxesOf(page, "header nav a")).map(({ left, top }) => [left, top]);
      expect([path, width, links]).toStrictEqual([path, width, places.get(width) ?? links]);
      places.set(width, links);
    }
  }
});

test("an id of 255 characters has a few lines on a phone, where the keyboard scrolls it, and is copied whole", async () => {
  const opened = await openSandbox();
  const tracking_id = "w".repeat(255);
  const token = await opened.createToken(NOTIFY, { tracking_id });
  await opened.sandbox.pay(token);
  const { page } = await look(story(opened, token), {
    viewport: { width: 360, height: 780 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const [heading = 0] = await heightsOf(page, "h1");
  const [id = 0] = await heightsOf(page, "#facts .id code");
  const [verdict = 0] = await heightsOf(page, "#verdict");
  expect([heading < 120, id < 120, verdict < 250]).toStrictEqual([true, true, true]);
  const code = page.locator("#facts .id code").first();
  await code.press("End");
  await expect.poll(() => code.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Copy tracking id" }).click();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(tracking_id);
  expect(await violationsOf(page, "long-id")).toStrictEqual([]);
  await page.goto(`${opened.url}/sandbox/log`);
  for (const height of await heightsOf(page, "#log .event")) expect(height).toBeLessThan(160);
});

/** The elements that others cover. */
const COVERED = `(() => {
  const texts = "h1, h2, h3, pre, td code, td strong, td time, td .state, .copy";
  const all = [...document.querySelectorAll(texts)].filter((one) => one.checkVisibility());
  const boxes = new Map(all.map((one) => [one, one.getBoundingClientRect()]));
  const areApart = (one, other) => one.right <= other.left + 1 || one.bottom <= other.top + 1;
  return all.flatMap((one, index) => all.slice(index + 1)
    .filter((other) => !one.contains(other) && !areApart(boxes.get(one), boxes.get(other)) && !areApart(boxes.get(other), boxes.get(one)))
    .map((other) => one.outerHTML.slice(0, 80) + other.outerHTML.slice(0, 80)));
})()`;

/** The lists at widths, and the height that most of their rows do not reach. */
const LISTS = [
  [1280, "/sandbox/log", ".event", 50],
  [768, "/", "tbody tr", 75],
  [768, "/sandbox/log", ".event", 90],
  [390, "/", "tbody tr", 85],
  [390, "/sandbox/log", ".event", 150],
] as const;

test("the rows of a list are low at each width, and nothing covers a text", async () => {
  const { page, url } = await lookAtSixty("/");
  for (const [width, path, rows, limit] of LISTS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(url + path);
    const heights = (await heightsOf(page, rows)).sort((a, b) => a - b);
    expect(heights[Math.floor(heights.length / 2)], `${path} at ${width}`).toBeLessThan(limit);
    expect([path, width, await page.evaluate(COVERED)]).toStrictEqual([path, width, []]);
  }
  const fresh = await openSandbox();
  for (const address of [...PAGES.map(({ address }) => url + address), fresh.url]) {
    await page.goto(address);
    expect([address, await page.evaluate(COVERED)]).toStrictEqual([address, []]);
  }
});

/** The names of orders that are cut. */
const CUT = `[...document.querySelectorAll(".row")]
  .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth || scrollHeight > clientHeight + 1)
  .map(({ textContent }) => textContent)`;

test("a long state leaves room for the name and the time, and has at most three lines", async () => {
  const opened = await openSandbox();
  opened.sandbox.disturbNext({ notification: "wrong_amount" });
  await opened.sandbox.pay(await opened.createToken(NOTIFY));
  const { page } = await look(opened.url);
  await page.getByText("Not delivered: sent with a wrong amount").waitFor();
  await page.evaluate("document.querySelector('td time').textContent = '2026-11-20 21:46:07'");
  for (const width of [320, 360, 390, 752, 768, 992, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const heights = await heightsOf(page, ".orders .state");
    expect([
      width,
      await page.evaluate(COVERED),
      await page.evaluate(CUT),
      Math.max(...heights) < 75,
    ]).toStrictEqual([width, [], [], true]);
  }
});

test("a list on a phone begins near the top, below one line of pages and one of filters", async () => {
  const { page, url } = await lookAtSixty("/", 390);
  for (const [path, row] of [
    ["/?show=not-delivered", "tbody tr"],
    ["/sandbox/log?show=refused", "main li"],
    ["/sandbox/log", "main li"],
  ] as const) {
    await page.goto(url + path);
    for (const nav of ["header nav", ".filters"])
      expect([path, await heightsOf(page, nav)]).toStrictEqual([path, [expect.closeTo(31, -1)]]);
    expect((await boxOf(page, row)).top).toBeLessThan(260);
    for (const { left, right } of await boxesOf(page, "nav [aria-current]"))
      expect([path, left >= 0, right < 390]).toStrictEqual([path, true, true]);
  }
});

test("the header is in view on each part of a long page, and a lost connection in color", async () => {
  const opened = await openSandbox();
  const { page } = await look(`${story(opened, await opened.createToken(NOTIFY))}#facts`, {
    viewport: { width: 390, height: 700 },
  });
  for (const width of [320, 390, 768, 900, 1440]) {
    await page.setViewportSize({ width, height: 500 });
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    const { top, bottom } = await boxOf(page, "body > header");
    expect([width, top, bottom < 140]).toStrictEqual([width, 0, true]);
    await page.evaluate("location.hash = ''; location.hash = '#timeline'");
    expect((await boxOf(page, "#timeline")).top).toBeGreaterThanOrEqual(bottom);
  }
  await page.setViewportSize({ width: 390, height: 700 });
  await page.route("**/sandbox/events", (route) => route.abort());
  await page.evaluate("dispatchEvent(new Event('pagehide')); dispatchEvent(new Event('pageshow'))");
  await page.evaluate("scrollTo(0, 500)");
  await page.locator("#live.off").getByText("Not connected").waitFor();
  const { top, bottom } = await boxOf(page, "#live");
  expect([top >= 0, bottom <= 700]).toStrictEqual([true, true]);
  expect(await violationsOf(page, "not-connected")).toStrictEqual([]);
});
