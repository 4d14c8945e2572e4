import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { Sandbox } from "../../../src/sandbox.ts";
import { NOTIFY, openDashboards, story } from "./open-dashboard.ts";
import { makeSixtyOrders } from "./sixty-orders.ts";

const { openSandbox, look: lookAt, lookAtSixty, toClose } = await openDashboards();

const look = async (url: string, options: BrowserContextOptions = {}): Promise<Page> =>
  (await lookAt(url, options)).page;

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

/** Opens the first "Send again…" if it is closed. */
const openForms = async (page: Page): Promise<void> => {
  await page
    .locator("[id^=again-]:not(summary)")
    .first()
    .evaluate((one) => one.setAttribute("open", ""));
};

const send = async (page: Page, way: string): Promise<void> => {
  await openForms(page);
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
  expect(await isRed(page, "Accepted a forgery")).toBe(true);
  expect(await page.getByText(`The shop answered 200. ${TEXT}.`).count()).toBeGreaterThan(0);
  const list = await look(opened.url);
  expect(await isRed(list, "Accepted a forgery")).toBe(true);
  await list.getByRole("link", { name: "Accepted a forgery 1" }).click();
  expect(await list.locator("tbody tr").count()).toBe(1);
  const notifications = await look(`${opened.url}/sandbox/log?show=notifications`);
  expect(await isRed(notifications, "accepted a forgery")).toBe(true);
  await notifications.getByRole("link", { name: "Forgery accepted 1" }).click();
  expect(await notifications.locator(".calls > li").count()).toBe(1);
  await page.locator("#verdict").getByRole("link", { name: "Verify notifications" }).click();
  await page.getByRole("heading", { name: "Verify notifications" }).waitFor();
  await page.goBack();
  status = 401;
  await send(page, "with another signature");
  await page.getByRole("status").getByText("That is right, because it refused the forgery.").waitFor();
  await page.locator("h1").getByText("Delivered").waitFor();
  expect(await page.locator("#verdict").textContent()).not.toContain(TEXT);
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

test("the log has calls and notifications by time, and is filtered by what was answered", async () => {
  const { page } = await lookAtSixty("/sandbox/log");
  const show = async (name: RegExp): Promise<string[]> => {
    await page.getByRole("link", { name }).click();
    await page.locator(".filters [aria-current]", { hasText: name }).waitFor();
    return page.locator(".calls .state").allInnerTexts();
  };
  const times = await page
    .locator(".calls .line > time")
    .evaluateAll((all) => all.map((time) => time.getAttribute("datetime") ?? ""));
  expect(times).toStrictEqual(times.toSorted().toReversed());
  expect(new Set(await show(/^Answered 200/))).toStrictEqual(new Set(["200"]));
  const failed = new Set(await show(/^Failed/));
  for (const reason of ["401", "500", "timeout", "name not found", "nothing listens"])
    expect(failed).toContain(reason);
  expect(new Set(await show(/^Refused calls/))).toStrictEqual(new Set(["404"]));
});

test("a failed notification is sent again from the log", async () => {
  const { sandbox, page } = await lookAtSixty("/sandbox/log?show=failed");
  const failed = async () => Number((await page.locator("#filter-failed .count").textContent()) ?? 0);
  const before = await failed();
  expect(before).toBeGreaterThan(20);
  sandbox.deliverTo(async () => new Response("ok"));
  await page.locator(".calls summary").first().click();
  await page
    .getByRole("button", { name: /^Send again: / })
    .first()
    .click();
  await expect.poll(failed).toBe(before - 1);
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
  await page.getByRole("heading", { name: "Log" }).waitFor();
  expect(await page.locator(".calls > li").count()).toBeGreaterThan(20);
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
  await verdict
    .getByText("The local gateway did not post it: refused: 10.0.0.7 is in a private network")
    .waitFor();
  expect(await verdict.textContent()).not.toContain("Nothing listens");
  await page.locator("h1").getByText("Not delivered: refused by the sandbox").waitFor();
  const list = await look(`${server.dashboardUrl}/sandbox/log?show=notifications`);
  expect(await list.locator(".calls .state").allInnerTexts()).toStrictEqual(["refused by the sandbox"]);
});
