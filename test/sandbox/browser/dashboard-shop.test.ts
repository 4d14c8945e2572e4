import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, expect, test } from "vitest";
import { type Deliver, Sandbox } from "../../../src/sandbox.ts";
import { openBrowser } from "./open-browser.ts";
import { look as lookAt, openSandbox as openGateway } from "./open-dashboard.ts";
import { makeSixtyOrders, shopByPath } from "./sixty-orders.ts";

const browser = await openBrowser();
afterAll(() => browser.close());

const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function openSandbox(deliver: Deliver) {
  const opened = await openGateway(deliver);
  toClose.push(opened.server.close);
  return opened;
}

async function look(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const { context, page } = await lookAt(browser, url, options);
  toClose.push(() => context.close());
  return page;
}

/** A sandbox with 60 orders. */
async function openSixty(options: BrowserContextOptions = {}, path = "") {
  const sandbox = new Sandbox();
  await makeSixtyOrders(sandbox);
  const server = await sandbox.listen();
  toClose.push(server.close);
  return { sandbox, server, page: await look(server.url + path, options) };
}

const NOTIFY = { settings: { notification_url: "https://shop.example/notify" } };

const story = ({ url }: { readonly url: string }, token: string) => `${url}/sandbox/orders/${token}`;

/** Whether each state with this text is shown, and in red. */
const isRed = async (page: Page, text: string): Promise<boolean> => {
  const colors = await page.evaluate<string[]>(`[...document.querySelectorAll(".state")]
    .filter(({ textContent }) => textContent === ${JSON.stringify(text)})
    .map((element) => getComputedStyle(element).color)`);
  const isRedColor = (color: string): boolean => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
    return red > 2 * green && red > 2 * blue;
  };
  return colors.length > 0 && colors.every(isRedColor);
};

const send = async (page: Page, way: string): Promise<void> => {
  await page
    .getByLabel(/^How to send again: paid/)
    .first()
    .selectOption({ label: way });
  await page
    .getByRole("button", { name: /^Send again: paid/ })
    .first()
    .click();
};

test("a shop that accepts a wrong signature is shown in red everywhere, with the guide, until it refuses one", async () => {
  let status = 200;
  const opened = await openSandbox(async () => new Response("", { status }));
  const token = await opened.createToken(NOTIFY);
  const page = await look(story(opened, token));
  await page.getByRole("button", { name: "Pay for order-1007" }).click();
  await page.getByText("The shop answered 200 to the notification (paid).").waitFor();
  await send(page, "with another signature");
  const TEXT = "Your shop accepted a notification with a wrong signature";
  await page.getByRole("status").getByText(TEXT).waitFor();
  await page.locator("#verdict").getByText(`${TEXT}, because it answered 200.`).waitFor();
  expect(await page.locator("#verdict").getAttribute("class")).toBe("bad");
  expect(await isRed(page, "accepted a forgery")).toBe(true);
  expect(await page.getByText(`The shop answered 200. ${TEXT}.`).count()).toBeGreaterThan(0);
  const list = await look(opened.url);
  expect(await isRed(list, "accepted a forgery")).toBe(true);
  await list.getByRole("link", { name: "Accepted a forgery 1" }).click();
  expect(await list.locator("tbody tr").count()).toBe(1);
  const notifications = await look(`${opened.url}/sandbox/notifications`);
  expect(await isRed(notifications, "accepted a forgery")).toBe(true);
  await notifications.getByRole("link", { name: "Forgery accepted 1" }).click();
  expect(await notifications.locator("tbody tr").count()).toBe(1);
  await page.locator("#verdict").getByRole("link", { name: "Verify notifications" }).click();
  await page.getByRole("heading", { name: "Verify notifications" }).waitFor();
  await page.goBack();
  status = 401;
  await send(page, "with another signature");
  await page.getByRole("status").getByText("That is right, because it refused the forgery.").waitFor();
  await page.locator("h1").getByText("delivered").waitFor();
  expect(await page.locator("#verdict").textContent()).not.toContain(TEXT);
});

test("a signed notification with another amount may be answered 200, and asks to look into manual review", async () => {
  const opened = await openSandbox(async () => new Response("ok"));
  const token = await opened.createToken(NOTIFY);
  const page = await look(story(opened, token));
  await page.getByRole("button", { name: "Pay for order-1007" }).click();
  await page.getByText("Send another amount, currency or order").first().click();
  const [amount, currency, order] = [/^Amount of paid/, /^Currency of paid/, /^Order of paid/].map((name) =>
    page.getByLabel(name).first(),
  );
  expect([await amount?.inputValue(), await currency?.inputValue(), await order?.inputValue()]).toStrictEqual(
    ["129.00", "EUR", "order-1007"],
  );
  const sign = page.getByRole("button", { name: /^Sign and send these values/ }).first();
  await sign.click();
  await page.getByRole("status").getByText("Enter an amount, currency or order that differs").waitFor();
  for (const [field, value, text] of [
    [amount, "0.01", "with another amount: amount €0.01, before €129.00"],
    [currency, "USD", "with another currency: currency USD, before EUR"],
    [order, "order-1", "for another order: tracking_id order-1, before order-1007"],
  ] as const) {
    const before = await field?.inputValue();
    await field?.fill(value);
    await sign.click();
    await page.getByRole("status").getByText(text).waitFor();
    await page.getByRole("status").getByText("Check that the payment is in manual review.").waitFor();
    await field?.fill(before ?? "");
  }
  await page.locator("h1").getByText("delivered").waitFor();
});

test("the body to edit is indented JSON in a field that it fits, and is signed", async () => {
  const bodies: string[] = [];
  const opened = await openSandbox(async (request) => {
    bodies.push(await request.text());
    return new Response("ok");
  });
  const token = await opened.createToken(NOTIFY);
  const page = await look(story(opened, token), { viewport: { width: 1280, height: 900 } });
  await page.getByRole("button", { name: "Pay for order-1007" }).click();
  await page.getByText("Edit the body and send it").first().click();
  const field = page.getByLabel(/^Body of paid/).first();
  const shown = await field.inputValue();
  expect(shown).toBe(JSON.stringify(JSON.parse(bodies[0] ?? ""), undefined, 2));
  const [needed = 0, given = 0] = await field.evaluate((area) => [area.scrollHeight, area.clientHeight]);
  expect(needed).toBeLessThanOrEqual(given);
  await field.fill(shown.replace('"amount": 12900', '"amount": 4200'));
  await page
    .getByRole("button", { name: /^Sign and send the edited body/ })
    .first()
    .click();
  await page.getByRole("status").getByText("with an edited body: amount €42.00, before €129.00").waitFor();
  expect(bodies.at(-1)).toBe(shown.replace('"amount": 12900', '"amount": 4200'));
});

const texts = (page: Page, column: string): Promise<string[]> =>
  page.locator(`td[data-label="${column}"] > div`).allInnerTexts();

test("notifications show time, order, content, status or reason and duration, and are filtered by each", async () => {
  const { page } = await openSixty({ timezoneId: "Asia/Tokyo" }, "/sandbox/notifications");
  for (const time of await texts(page, "Time"))
    expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
  for (const duration of await texts(page, "Duration")) expect(duration).toMatch(/^\d+ ms$/);
  expect(new Set(await texts(page, "Sent"))).toContain("paid");
  const chosen = page.getByLabel("Status or reason");
  const offered = await chosen.locator("option").evaluateAll((all) => all.map(({ value }) => value));
  for (const reason of ["200", "401", "500", "timeout", "name not found", "nothing listens"]) {
    expect(offered).toContain(reason);
    await chosen.selectOption(reason);
    await page.waitForURL(`**result=${reason.replaceAll(" ", "+")}**`);
    const found = await texts(page, "Status or reason");
    expect([reason, new Set(found)]).toStrictEqual([reason, new Set([reason])]);
  }
  await chosen.selectOption("");
  await page.waitForURL(/result=&/);
  const all = await page.getByRole("link", { name: /^All \d/ }).textContent();
  // Days are those of the developer's zone.
  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel("From").fill(today);
  await page.waitForURL(`**from=${today}**`);
  expect(await page.getByRole("link", { name: /^All \d/ }).textContent()).toBe(all);
  const tomorrow = new Date(Date.now() + 33 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel("From").fill(tomorrow);
  await page.getByText("No notification matches.").waitFor();
});

test("one failed notification is sent again, or all of them", async () => {
  const { sandbox, page } = await openSixty({}, "/sandbox/notifications?show=failed");
  const failed = async () =>
    Number((await page.locator("#send-failed").textContent())?.match(/\d+/)?.[0] ?? 0);
  const before = await failed();
  expect(before).toBeGreaterThan(20);
  sandbox.deliverTo(async () => new Response("ok"));
  await page
    .getByRole("button", { name: /^Send again: / })
    .first()
    .click();
  await expect.poll(failed).toBe(before - 1);
  await page.locator("#send-failed").click();
  await page
    .getByRole("status")
    .getByText(`Sent ${before - 1} notifications again: ${before - 1} answered 200.`)
    .waitFor();
  await page.getByText("No notification matches.").waitFor();
  expect(await page.locator("#send-failed").count()).toBe(0);
});

test("the search finds orders by method, brand, currency, amount in each form, last digits and state", async () => {
  const opened = await openSandbox(shopByPath);
  const create = (trackingId: string, amount: number, currency: string, path: string, more = {}) =>
    opened.createToken(
      { settings: { notification_url: `https://shop.example/${path}` }, ...more },
      { tracking_id: trackingId, amount, currency },
    );
  const { pay } = await import("../../../src/sandbox/gateway/payments/pay.ts");
  const { toCardPayment } = await import("../../../src/sandbox/gateway/payments/pay-as-customer.ts");
  const byCard = async (token: string, card: string) => {
    const { notified } = await pay(opened.gateway, token, toCardPayment({ card }, new Date()));
    await notified;
  };
  await byCard(await create("visa-1", 3192, "USD", "200"), "4200000000000000");
  await byCard(await create("amex-1", 13_192, "EUR", "500"), "378282246310005");
  const erip = { payment_method: { types: ["erip"], erip: { service_no: "101" } } };
  const token = await create("erip-1", 2500, "BYN", "200", erip);
  await (await pay(opened.gateway, token, { method: "erip", outcome: "pending" })).notified;
  const page = await look(opened.url);
  for (const [query, found] of [
    ["erip", ["erip-1"]],
    ["ERIP", ["erip-1"]],
    ["visa", ["visa-1"]],
    ["american express", ["amex-1"]],
    ["USD", ["visa-1"]],
    ["byn", ["erip-1"]],
    ["31.92", ["visa-1"]],
    ["31,92", ["visa-1"]],
    ["3192", ["visa-1"]],
    ["131,92", ["amex-1"]],
    ["319", []],
    ["0000", ["visa-1"]],
    ["0005", ["amex-1"]],
    ["not delivered", ["amex-1"]],
    ["500", ["amex-1"]],
    ["delivered visa", ["visa-1"]],
  ] as const) {
    await page.goto(`${opened.url}/?show=all&q=${encodeURIComponent(query)}`);
    const names = await page.locator("a.row").allInnerTexts();
    expect([query, names]).toStrictEqual([query, found]);
  }
});

test("the next payment is made to fail on Failures, next to calls and notifications, and its cards are grouped by result", async () => {
  const opened = await openSandbox(async () => new Response("ok"));
  const page = await look(`${opened.url}/sandbox/failures`);
  expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).toStrictEqual([
    "Make the next payment fail",
    "Fail the next API calls",
    "Disturb the next new notifications",
  ]);
  await page.getByLabel("Reason").selectOption("insufficient funds (51)");
  await page.getByRole("button", { name: "Decline the next payment" }).click();
  await page.getByText("The next payment will be declined: insufficient funds (51).").waitFor();
  const token = await opened.createToken({ attempts: 2 });
  const order = await look(story(opened, token));
  await order.getByText("As planned, the next payments are declined").waitFor();
  const groups = order.locator(`#card-${token} optgroup`);
  expect(await groups.evaluateAll((all) => all.map((group) => group.getAttribute("label")))).toStrictEqual([
    "Paid",
    "Declined",
    "Paid after a 3-D Secure challenge",
    "Paid, 3-D Secure without a challenge",
    "Declined by 3-D Secure",
    "Other methods",
  ]);
  const paid = await groups.first().locator("option").allInnerTexts();
  expect(paid.filter((text) => text.includes("…0000"))).toStrictEqual(["Visa …0000", "Belkart …0000"]);
  await order.getByRole("button", { name: "Pay for order-1007" }).click();
  await order.getByRole("status").getByText("Declined: Insufficient funds.").waitFor();
  await order.getByRole("button", { name: "Pay for order-1007" }).click();
  await order
    .getByRole("status")
    .getByText(/^Paid\./)
    .waitFor();
});

test("API calls show their duration, and are filtered by method and status", async () => {
  const { page } = await openSixty({}, "/sandbox/calls");
  const heads = () => page.locator(".event-head").allInnerTexts();
  for (const head of await heads()) expect(head.replaceAll(/\s+/g, " ")).toMatch(/ \d+ ms /);
  await page.getByLabel("Method").selectOption("GET");
  await page.waitForURL("**method=GET**");
  for (const head of await heads()) expect(head).toMatch(/^GET /);
  await page.getByLabel("Method").selectOption("");
  await page.waitForURL(/method=&/);
  await page.getByLabel("Status").selectOption("404");
  await page.waitForURL("**status=404**");
  expect(await page.locator(".event-head .state").allInnerTexts()).toStrictEqual(["404"]);
});

test("what a loaded state has not delivered waits for a click, and its addresses can be looked at before", async () => {
  const first = new Sandbox({ deliver: async () => new Response("", { status: 500 }) });
  await makeSixtyOrders(first);
  const state = await first.state();
  const posted: string[] = [];
  const sandbox = new Sandbox({
    state,
    deliver: async ({ url }) => {
      posted.push(url);
      return new Response("ok");
    },
  });
  const server = await sandbox.listen();
  toClose.push(server.close);
  const page = await look(server.url);
  await page.getByText(/\d+ notifications of the loaded state wait for you/).waitFor();
  await page.getByRole("link", { name: "Look at the addresses" }).click();
  await page.getByRole("heading", { name: "Notifications" }).waitFor();
  expect(await page.locator("tbody tr").count()).toBeGreaterThan(20);
  expect(posted).toStrictEqual([]);
  await page.getByRole("button", { name: "Send the notifications of the loaded state" }).click();
  await page.getByText("of the loaded state wait for you").waitFor({ state: "detached" });
});

test("an address that the guard of a public sandbox refused is shown as refused, with the reason", async () => {
  const sandbox = new Sandbox({ secretKey: "key-of-kim" });
  const server = await sandbox.listen({ publicUrl: "https://kim.tunnel.example" });
  toClose.push(server.close);
  const page = await look(server.dashboardUrl);
  await page.getByLabel("notification_url").fill("http://10.0.0.7/notify");
  await page.getByRole("button", { name: "Create a test order" }).click();
  await page.getByRole("button", { name: "Pay for test-1" }).click();
  const verdict = page.locator("#verdict");
  await verdict.getByText("The sandbox did not post it: refused: 10.0.0.7 is in a private network").waitFor();
  expect(await verdict.textContent()).not.toContain("Nothing listens");
  await page.locator("h1").getByText("refused by the sandbox").waitFor();
  const list = await look(`${server.dashboardUrl}/sandbox/notifications`);
  expect(await texts(list, "Status or reason")).toStrictEqual(["refused by the sandbox"]);
});

test("no Copy button covers a heading or a text on a phone, and words of names are not broken", async () => {
  const { page, server } = await openSixty({ viewport: { width: 390, height: 844 } });
  const fresh = await new Sandbox({ shopId: "another" }).listen();
  toClose.push(fresh.close);
  for (const url of [
    fresh.url,
    ...["/", "/sandbox/environment", "/sandbox/cards", "/sandbox/products"].map((path) => server.url + path),
  ]) {
    await page.goto(url);
    const covered = await page.evaluate<string[]>(`(() => {
      const overlaps = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
      const texts = [...document.querySelectorAll("h1, h2, h3, pre, code, td strong")];
      return [...document.querySelectorAll(".copy")].flatMap((copy) =>
        texts.filter((text) => !text.contains(copy) && overlaps(copy.getBoundingClientRect(), text.getBoundingClientRect())).map(({ outerHTML }) => outerHTML.slice(0, 80)));
    })()`);
    expect([url, covered]).toStrictEqual([url, []]);
  }
});

test("an order shows the language that it asked for", async () => {
  const opened = await openSandbox(async () => new Response("ok"));
  for (const [language, text] of [
    ["ru", "ru"],
    ["sv", "sv: the page is in English, because there is no translation"],
  ] as const) {
    const page = await look(story(opened, await opened.createToken({ settings: { language } })));
    expect(await page.locator("dt", { hasText: "language" }).locator("+ dd").textContent()).toBe(text);
  }
});
