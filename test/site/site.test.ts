import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../browser/open-browser.ts";
import { openSite, type Site } from "./open-site.ts";
import { type Visit, visitPages } from "./visit-pages.ts";

let site: Site;
let browser: Browser;
let visits: readonly Visit[];
const requests = new Set<string>();

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
  visits = await visitPages(browser, site, requests);
}, 900_000);

afterAll(async () => {
  await browser?.close();
  await site?.[Symbol.asyncDispose]();
});

test("every page of the documentation is accessible, in light and dark mode", () => {
  const found = visits.filter(({ violations }) => violations.length > 0);
  expect(Object.fromEntries(found.map(({ path, violations }) => [path, violations]))).toStrictEqual({});
  expect(visits.length).toBeGreaterThan(200);
});

test("no page is wider than a phone's screen", () => {
  expect(visits.filter(({ isTooWide }) => isTooWide).map(({ path }) => path)).toStrictEqual([]);
});

test("every internal link leads to an existing page and heading", () => {
  const idsByPath = new Map(visits.map(({ path, ids }) => [path, ids]));
  const dead = visits.flatMap(({ path, links }) =>
    links
      .filter((link) => {
        const { pathname, hash } = new URL(link, site.url);
        const ids = idsByPath.get(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
        return !ids || (hash !== "" && !ids.has(decodeURIComponent(hash.slice(1))));
      })
      .map((link) => `${path}: ${link}`),
  );
  expect(dead).toStrictEqual([]);
  expect(visits.flatMap(({ links }) => links).length).toBeGreaterThan(1_000);
});

test("nothing is loaded from another host", () => {
  expect(
    [...requests].filter((url) => !url.startsWith(`${site.url}/`) && !url.startsWith("data:")),
  ).toStrictEqual([]);
  expect(requests.size).toBeGreaterThan(visits.length);
});

test("the search finds a function by its name", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on("request", (request) => requests.add(request.url()));
  await page.goto(site.url, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("searchbox").fill("expectPayment");
  await page
    .getByRole("option", { name: /expectPayment/ })
    .first()
    .click();
  // The address changes before the page does.
  await page.getByRole("heading", { level: 1, name: /expectPayment/ }).waitFor();
  expect(page.url()).toContain("expectPayment");
  await page.close();
});
