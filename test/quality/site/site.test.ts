import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OPERATIONS } from "../../../src/api/operations.ts";
import { openBrowser } from "../../sandbox/browser/open-browser.ts";
import { openSite, type Site } from "./open-site.ts";
import { type SiteVisits, visitPages } from "./visit-pages.ts";

let site: Site;
let browser: Browser;
let visits: SiteVisits["visits"];
let violations: SiteVisits["violations"];
let brokenInSidebar: SiteVisits["brokenInSidebar"];
const requests = new Set<string>();

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
  ({ visits, violations, brokenInSidebar } = await visitPages(browser, site, requests));
}, 900_000);

/** What a merchant searches for, by the page that must be first. */
const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  "/guides/receive-notifications": [
    ...["notification", "webhook", "tunnel", "customer paid twice", "duplicate payment", "fake webhook"],
    ...["callback url", "how do I ship an order", "which ip addresses send notifications"],
    ...["how do I verify the signature of a webhook", "how do I store the result in a json column"],
    ...["how do I mark an order as paid", "what do staff do with a manual review"],
  ],
  "/guides/take-a-payment": [
    ...["3ds", "how do I get paid", "accept credit cards", "3d secure", "iframe"],
    ...["language of the payment page", "how do I reserve stock", "how do I cancel an unpaid order"],
    ...["how do I end a token early", "how do I add my own data to an order"],
    ...["how do I take the price from my database", "how do I sell a cart", "how do I avoid overselling"],
    ...["how do I redirect the customer to the payment page", "apple pay", "how do I accept Apple Pay"],
    ...["how do I change the look of the payment page", "how do I pay in a mobile app"],
    "how do I handle a free order",
  ],
  "/guides/saved-cards": [
    ...["renew", "subscription", "recurring payment", "save a card", "monthly billing"],
    ...["how do I charge a saved card", "delete a saved card"],
  ],
  "/guides/amounts-and-currencies": [
    ...["currency", "change currency", "price in cents", "cart total wrong", "wrong amount charged"],
  ],
  "/guides/test-with-the-sandbox": ["test card", "how do I test on my machine"],
  "/guides/captures-voids-refunds": [
    ...["money back", "chargeback", "dispute", "refund", "cancel an order", "partial refund"],
    ...["customer wants money back", "void", "how do I cancel a paid order"],
    ...["how do I know which payment to refund", "how do I capture a hold"],
    "how do I take access back after a refund",
  ],
  "/guides/status-and-polling": ["how do I know if it was paid", "is my order paid", "how do I poll a token"],
  "/guides/payment-links": [
    ...["invoice", "pay link in email", "how do I send a payment link", "how do I sell without a website"],
    ...["how do I prefill the email of a link", "can the customer choose the amount"],
  ],
  "/guides/bills": ["ERIP", "cash", "ERIP External"],
  "/reference/gateways": ["addresses of bepaid", "public demo shop"],
  "/functions/expectPayment": ["expectPayment"],
  "/guides/troubleshooting": [
    ...["order stays unpaid", "webhook not received", "money did not arrive", "signature invalid"],
    ...["401 unauthorized", "how do I fix a 403 of another origin"],
  ],
  "/guides/payment-lifecycle": [
    "payment failed reason",
    "payment pending",
    "how do I find out why a card was declined",
    "how do I see the states of an order",
  ],
  "/getting-started": ["how to install"],
  "/reference/options": ["which url", "secret key", "timeout"],
  "/reference/performance": ["serverless"],
  "/guides/other-languages": ["php", "laravel", "python", "django", "how do I verify a notification in PHP"],
  "/recipes/docker-compose": ["docker compose"],
  "/recipes/several-shops": ["two shops", "how do I run several storefronts", "how do I build a marketplace"],
  "/guides/go-live": [
    ...["go live", "deploy to production", "how do I go live", "certificate of notification_url"],
    "bot check in front of the handler",
  ],
  "/recipes/frameworks": [
    ...["aws lambda", "express", "next.js", "how do I mount the handler in Express", "server action"],
    "job in Next.js",
  ],
  "/reference/methods": ["pagination"],
  "/reference/models": ["typescript types"],
  "/reference/runtimes": ["bun"],
  "/recipes/logging": ["log requests", "how do I log calls"],
  "/recipes/call-from-a-page": [
    "cors",
    "how do I call it from the frontend",
    "why a page of another origin gets 403",
  ],
  "/recipes/your-own-fetch": ["proxy", "how do I use a proxy", "certificate"],
  "/reference/retries": ["429", "idempotency key", "how do I retry a call"],
  "/guides/reconciliation": ["lost webhook", "cron job", "how do I find a lost payment"],
  "/guides/handle-errors": ["show errors in a form", "how do I handle errors"],
  "/guides/payouts": ["send money to a customer", "how do I pay out money"],
  "/guides/coming-from-another-sdk": ["stripe", "mollie", "migrate"],
  "/guides/opentelemetry": ["tracing", "how do I trace a payment"],
  "/reference/payment-contents": ["last four digits", "card brand", "receipt", "type of the amount"],
  "/reference/not-covered": ["telemetry", "plans", "fees"],
  "/reference/glossary": ["what does authorization mean"],
  "/examples": ["example shop"],
  "/reference/hooks": ["how do I print the request body"],
  "/recipes/unit-test-a-handler": ["mock in jest", "how do I stub the client in TypeScript"],
  "/guides/prove-your-shop": ["how do I check my shop"],
  "/guides/scale": ["how do I run several servers"],
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

test("code fits its block on a screen of 1280 pixels", () => {
  const wide = visits.flatMap(({ path, wideCode }) => wideCode.map((line) => `${path}: ${line}`));
  expect(wide).toStrictEqual([]);
});

test("on a phone no name breaks, in headings, tables, text and the sidebar", async () => {
  const broken = visits.flatMap(({ path, brokenNames }) => brokenNames.map((name) => `${path}: ${name}`));
  expect(broken).toStrictEqual([]);
  expect(brokenInSidebar).toStrictEqual([]);
});

test.each(["/wrong", "/guides/wrong.html", "/api/wrong/"])(
  "a wrong address shows the page 404.md: %s",
  async (path) => {
    const page = await browser.newPage();
    const response = await page.goto(site.url + path);
    expect(response?.status()).toBe(404);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Getting started" }).click();
    await page.getByRole("heading", { name: "Getting started", level: 1 }).waitFor();
    await page.close();
  },
);

test("on a phone every table fits, or scrolls by itself", () => {
  expect(visits.filter(({ cutTables }) => cutTables > 0).map(({ path }) => path)).toStrictEqual([]);
});

test("tables fit a screen of 1280 pixels", () => {
  const tooWide = visits.filter(({ wideTables }) => wideTables > 0);
  expect(tooWide.map(({ path }) => path)).toStrictEqual([]);
});

test("everyday words find the right page first", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on("request", (request) => requests.add(request.url()));
  await page.goto(site.url, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Search" }).click();
  const results = page.getByRole("option").getByRole("link");
  for (const [path, searches] of Object.entries(SEARCHES)) {
    for (const words of searches) {
      // The results of the previous search stay until the new ones are there.
      await page.getByRole("searchbox").fill("");
      await expect.poll(() => results.count(), { message: words }).toBe(0);
      await page.getByRole("searchbox").fill(words);
      expect(await results.first().getAttribute("href"), words).toContain(`${path}.html`);
    }
  }
  await page.close();
}, 300_000);

test("a visitor of the first page pays in the browser, with nothing sent over the network", async () => {
  const page = await browser.newPage({ viewport: { width: 375, height: 800 } });
  page.on("request", (request) => requests.add(request.url()));
  await page.goto(site.url, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Pay here, in your browser" }).click();
  const form = page.frameLocator("try-sandbox iframe");
  expect(await form.getByText("dashboard").count()).toBe(0);
  const cards = form.getByRole("button", { name: "Use 4200 0000 0000 0000" });
  await cards.first().waitFor();
  const isWhole = () => form.locator(":root").evaluate((root) => root.scrollHeight <= root.clientHeight);
  await expect.poll(isWhole).toBe(true);
  // With the test card that is filled in.
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
  const links = Array.from(index.matchAll(/\]\((\S+\.md)\)/g), ([, path = ""]) => `/${path}`);
  const listed = [...new Set(links)];
  const written = site.pages.filter((path) => !/^\/(api\/|404|index)/.test(path));
  expect(listed.toSorted()).toStrictEqual(written.map((path) => path.replace(/html$/, "md")));
  for (const path of listed) expect(full, path).toContain(await markdown(path));
});
