/** In this file: the dashboard at each width of a window, and what must not be overlooked on it. */

import { expect, test } from "vitest";
import { PAGES } from "../../../src/sandbox/dashboard/pages.ts";
import { newProduct } from "../../client/calls.ts";
import { violationsOf } from "./open-browser.ts";
import { boxesOf, boxOf, heightsOf, NOTIFY, openDashboards, story } from "./open-dashboard.ts";

const { openSandbox, look } = await openDashboards();

/** What is wider than its card, unless it is cut or scrolls there. */
const LEAVING = `[...document.querySelectorAll("main :is(section, #verdict)")].flatMap((card) => {
  const { left, right } = card.getBoundingClientRect();
  return [...card.querySelectorAll(":not(nav *, pre *, .subject *, .unseen, caption)")]
    .filter((each) => each.checkVisibility() && (each.getBoundingClientRect().right > right + 1 || each.getBoundingClientRect().left < left - 1))
    .map(({ outerHTML }) => outerHTML.slice(0, 100));
})`;

/** Titles whose end is cut. It may be an amount. */
const CUT = `[...document.querySelectorAll("main .calls h2")].filter((title) => title.scrollWidth > title.clientWidth).length`;

/** All in one call: a busy browser takes long for each. */
const FOUND = `[document.documentElement.scrollWidth, ${LEAVING}, ${CUT}]`;

test("at each width, a list with long names fits its card, and the names of pages stay where they are", async () => {
  const opened = await openSandbox();
  await opened.payments.products.create(newProduct);
  for (const tracking_id of ["order-7f0c9d3a-5b1e-4a2f-9c3d-1e2f3a4b5c6d", "w".repeat(120)])
    await opened.createToken(NOTIFY, { tracking_id, amount: 123_456_789, description: "d".repeat(100) });
  const places = new Map<number, number[][]>();
  const token = await opened.createToken(NOTIFY, { tracking_id: "w".repeat(120), amount: 123_456_789 });
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
      const [needed, leaving, cut] = await page.evaluate<[number, string[], number]>(FOUND);
      expect([path, Math.max(needed, width), leaving, cut]).toStrictEqual([path, width, [], 0]);
      if (path === "/")
        for (const height of await heightsOf(page, "tbody tr"))
          expect([width, height < 110]).toEqual([width, true]);
      if (width < 704) continue;
      const links = (await boxesOf(page, "header nav a")).map(({ left, top }) => [left, top]);
      expect([path, width, links]).toStrictEqual([path, width, places.get(width) ?? links]);
      places.set(width, links);
    }
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

test("everything is cleared only after a question", async () => {
  const opened = await openSandbox();
  await opened.createToken();
  const { page } = await look(`${opened.url}/sandbox/environment`);
  await page.getByText("Clear everything").click();
  await page.getByText("This deletes all orders (1), products (0)").waitFor();
  expect(opened.gateway.store.orders.size).toBe(1);
  await page.getByRole("button", { name: "Delete everything" }).click();
  await page.getByText("No order yet").waitFor();
  expect(opened.gateway.store.orders.size).toBe(0);
});
