import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OPERATIONS } from "../../src/api/operations.ts";
import { openBrowser } from "../browser/open-browser.ts";
import { openSite, type Site } from "./open-site.ts";
import { type SiteVisits, visitPages } from "./visit-pages.ts";

let site: Site;
let browser: Browser;
let visits: SiteVisits["visits"];
let violations: SiteVisits["violations"];
const requests = new Set<string>();

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
  ({ visits, violations } = await visitPages(browser, site, requests));
}, 900_000);

/** What a merchant searches for, and the page that must be first. */
const PAGES = {
  notification: "/guides/receive-notifications.html",
  webhook: "/guides/receive-notifications.html",
  "3ds": "/guides/take-a-payment.html",
  renew: "/guides/saved-cards.html",
  subscription: "/guides/saved-cards.html",
  "apple pay": "/guides/wallets.html",
  currency: "/guides/amounts-and-currencies.html",
  "test card": "/guides/test-with-the-sandbox.html",
  "money back": "/guides/captures-voids-refunds.html",
  "how do I know if it was paid": "/guides/status-and-polling.html",
  invoice: "/guides/payment-links.html",
  chargeback: "/guides/captures-voids-refunds.html",
  dispute: "/guides/captures-voids-refunds.html",
  tunnel: "/guides/receive-notifications.html",
  ERIP: "/guides/bills.html",
  expectPayment: "/functions/expectPayment.html",
};

afterAll(async () => {
  await browser?.close();
  await site?.[Symbol.asyncDispose]();
});

test("every written page, and a sample of the API's, is accessible, in light or in dark mode", () => {
  const found = Object.entries(violations).filter(([, ofPage]) => ofPage.length > 0);
  expect(Object.fromEntries(found)).toStrictEqual({});
  expect(visits.length).toBeGreaterThan(200);
  expect(Object.keys(violations).length).toBeGreaterThan(40);
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
  const loaded = new Set([...requests, ...visits.flatMap(({ loads }) => loads)]);
  expect(
    [...loaded].filter((url) => !url.startsWith(`${site.url}/`) && !url.startsWith("data:")),
  ).toStrictEqual([]);
  expect(loaded.size).toBeGreaterThan(visits.length);
});

test("the API begins with what a merchant calls: each method of the client, webhooks and the sandbox", () => {
  const links = visits.find(({ path }) => path === "/api/index.html")?.contentLinks ?? [];
  const objects = ["PaymentsClient", "Checkouts", "Transactions", "Products", "Bills", "Webhooks", "Sandbox"];
  const pageOf = (link: string) => /([^/]+)\.html/.exec(link)?.[1] ?? "";
  const pages = [...new Set(links.map(pageOf))].filter((name) => !name.startsWith("expect"));
  expect(pages.slice(0, objects.length)).toStrictEqual(objects);
  const named = links.map((link) => link.replace(/^.*\/(\w+)\.html#(\w+)$/, "$1.$2").toLowerCase());
  expect(named).toEqual(expect.arrayContaining(Object.keys(OPERATIONS).map((name) => name.toLowerCase())));
});

test("on a phone every table fits, or scrolls by itself", () => {
  expect(visits.filter(({ cutTables }) => cutTables > 0).map(({ path }) => path)).toStrictEqual([]);
});

test("tables fit a screen of 1280 pixels", () => {
  const tooWide = visits.filter(({ wideTables }) => wideTables > 0);
  expect(tooWide.map(({ path }) => path)).toStrictEqual([]);
});

test("the search has the guide first, or the function of this name", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on("request", (request) => requests.add(request.url()));
  await page.goto(site.url, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Search" }).click();
  for (const [words, path] of Object.entries(PAGES)) {
    await page.getByRole("searchbox").fill(words);
    // The results of the previous search stay until the new ones are there.
    const first = page.getByRole("option").first().getByRole("link");
    await expect.poll(() => first.getAttribute("href"), { message: words }).toContain(path);
  }
  await page.close();
});

test("a visitor of the first page pays in the browser, with nothing sent over the network", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on("request", (request) => requests.add(request.url()));
  await page.goto(site.url, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Pay here, in your browser" }).click();
  const form = page.frameLocator("try-sandbox iframe");
  await form.getByLabel("Card number").fill("4200000000000000");
  await form.getByLabel("Expiry date").fill("12/40");
  await form.getByLabel("Security code").fill("123");
  await form.getByLabel("Name on card").fill("KIM MULLER");
  await form.getByRole("button", { name: /^Pay/ }).click();
  await form.getByRole("heading", { name: "Payment successful" }).waitFor();
  await page.getByText("The shop is notified: payment successful, order 1007").waitFor();
  expect([...requests].filter((url) => !url.startsWith(`${site.url}/`))).toStrictEqual([]);
  await page.close();
});

const markdown = (path: string): Promise<string> =>
  fetch(`${site.url}${path}`).then((response) => response.text());

test("llms.txt lists every page that is written by hand, and llms-full.txt holds them", async () => {
  const [index, full] = await Promise.all([markdown("/llms.txt"), markdown("/llms-full.txt")]);
  const listed = Array.from(index.matchAll(/\]\((\S+\.md)\)/g), ([, path = ""]) => `/${path}`);
  const written = site.pages.filter((path) => !/^\/(api\/|404|index)/.test(path));
  expect(listed.toSorted()).toStrictEqual(written.map((path) => path.replace(/html$/, "md")));
  for (const path of listed) expect(full, path).toContain(await markdown(path));
});
