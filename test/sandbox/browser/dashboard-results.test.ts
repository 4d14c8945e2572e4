/** In this file: where the dashboard shows the result of an action, and how aligned its parts are. */

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violationsOf } from "./open-browser.ts";
import { type Box, boxesOf, boxOf, live, NOTIFY, openDashboards, story } from "./open-dashboard.ts";

const { openSandbox, look, lookAtPaid, lookAtSixty } = await openDashboards();

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`);

const colorOf = async (page: Page, selector = "#message"): Promise<number[]> =>
  ((await styleOf(page, selector, "color")).match(/[\d.]+/g) ?? []).map(Number);

test.each([1280, 390])(
  "an accepted forgery is red with a link to the new event, also after a reload, a refund is green, at a width of %d",
  async (width) => {
    const { page } = await lookAtPaid(undefined, { viewport: { width, height: 700 } });
    const used = page.locator("[id^=again-][open]");
    const id = await used.getAttribute("id");
    await page.getByLabel(/^How to send again/).selectOption("wrong_signature");
    await page.getByRole("button", { name: /^Send again: paid/ }).click();
    await page.locator("#toast.bad").waitFor();
    for (const selector of ["#message", "h1 .state.bad"]) {
      const [red = 0, green = 0] = await colorOf(page, selector);
      expect([selector, red > 2 * green]).toStrictEqual([selector, true]);
    }
    expect(await page.locator(`#${id}`).getAttribute("open")).toBeNull();
    expect(overlaps(await boxOf(page, "#toast"), await boxOf(page, `#${id}`))).toBe(false);
    expect(await violationsOf(page, `toast-${width}`)).toStrictEqual([]);
    await page.reload();
    await page.locator("#toast.bad").waitFor();
    await page.getByRole("link", { name: "Show", exact: true }).click();
    await expect.poll(() => page.locator("li:target h3").first().textContent()).toContain("Sent again with");
    const { top } = await boxOf(page, "li:target");
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(700);
    await page.getByLabel(/^Amount for the payment/).fill("1.00");
    await page.getByRole("button", { name: /^Refund this amount/ }).click();
    await page
      .locator("#toast.good")
      .getByText("Refunded €1.00. €128.00 is kept. The shop answered 200.")
      .waitFor();
    const [otherRed = 0, otherGreen = 0] = await colorOf(page);
    expect(otherGreen).toBeGreaterThan(otherRed);
    expect(await page.getByLabel(/^Amount for the payment/).inputValue()).toBe("128.00");
  },
);

test("the message is not above the form that was used, also at the bottom of the window", async () => {
  const { page } = await lookAtPaid(undefined, { viewport: { width: 1024, height: 700 } });
  await page.getByText("Edit the body and send it").click();
  await page.locator("form:has(textarea) button").evaluate((one) => one.scrollIntoView({ block: "end" }));
  await page.route("**/sandbox/api/notify-again*", (route) => route.abort());
  await page.evaluate(`document.querySelector("form:has(textarea) button").click()`);
  await page.getByText("Action failed: the local gateway did not answer").waitFor();
  expect(await page.locator("#toast").getAttribute("class")).toContain("bad");
  const [toast, button] = [await boxOf(page, "#toast"), await boxOf(page, "form:has(textarea) button")];
  expect(button.top).toBeGreaterThan(600);
  expect(toast.bottom).toBeLessThan(button.top);
});

test("too large a refund is refused at its field, until the amount is changed, also after an update", async () => {
  const { page, payments, token } = await lookAtPaid(undefined, { viewport: { width: 1280, height: 700 } });
  const field = page.getByLabel(/^Amount for the payment/);
  const others = async () => {
    const [first, ...rest] = await boxesOf(page, "form:has([id^=amount-]) :is(h3, input, select, button)");
    return rest.map(({ left, top }) => [left, top - (first?.top ?? 0)]);
  };
  const before = await others();
  await field.fill("500");
  await page.getByRole("button", { name: /^Refund this amount/ }).click();
  const error = page.getByRole("alert");
  await error.getByText("At most €129.00 is left.", { exact: true }).waitFor();
  const near = async () => {
    const [input, text] = [await boxOf(page, "[id^=amount-]"), await boxOf(page, ".field-error")];
    return [Math.abs(text.bottom - input.bottom) < 40, text.left < input.right, overlaps(input, text)];
  };
  expect(await near()).toStrictEqual([true, true, false]);
  expect(await others()).toStrictEqual(before);
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await field.getAttribute("aria-describedby")).toBe(await error.getAttribute("id"));
  expect(await page.evaluate("document.activeElement.name")).toBe("amount");
  expect(await violationsOf(page, "refused-field")).toStrictEqual([]);
  await payments.checkouts.get(token);
  await page.getByText("API call checkouts.get").waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await near()).toStrictEqual([true, true, false]);
  await field.fill("129");
  expect(await error.count()).toBe(0);
  expect(await field.getAttribute("aria-invalid")).toBeNull();
});

test("each planned failure has its Cancel on its line, below the form, without a bullet", async () => {
  const opened = await openSandbox();
  opened.sandbox.failNext({ status: 503, times: 2 });
  opened.sandbox.failNext({ status: 429 });
  opened.sandbox.disturbNext({ notification: "lost" });
  const { page } = await look(`${opened.url}/sandbox/failures`);
  const forms = await boxesOf(page, "#failures > form");
  const rows = await boxesOf(page, "#failures .planned li");
  expect([forms.length, rows.length]).toStrictEqual([1, 2]);
  for (const row of rows) {
    expect(row.top).toBeGreaterThanOrEqual((forms[0]?.bottom ?? 0) + 4);
    expect(row.left).toBeCloseTo(forms[0]?.left ?? 0, 0);
  }
  for (const { top, bottom } of await boxesOf(page, "#failures .planned button"))
    expect(rows.some((row) => row.top <= top && bottom <= row.bottom)).toBe(true);
  expect(await styleOf(page, ".planned li", "listStyleType")).toBe("none");
});

test("a call opens its request, and links to its order", async () => {
  const { page } = await lookAtSixty("/sandbox/log", 1280);
  await page.getByText("Request and answer").first().click();
  await page.getByRole("button", { name: "Copy cURL of call" }).first().waitFor();
  await page.getByRole("link", { name: "order-1060" }).first().click();
  await page.waitForURL("**/sandbox/orders/*");
});

test("amounts end at the same place, and have figures of the same width", async () => {
  const { page } = await lookAtSixty("/", 1280);
  const ends = await page.evaluate<number[]>(
    `[...document.querySelectorAll('td[data-label="Amount"] > div')].map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return Math.round(range.getBoundingClientRect().right);
    })`,
  );
  expect(new Set(ends).size).toBe(1);
  expect(await styleOf(page, 'td[data-label="Amount"]', "fontVariantNumeric")).toBe("tabular-nums");
  expect(await styleOf(page, "td .unseen", "clipPath")).toBe("inset(50%)");
});

test("Copy is on the line of its heading, and a banner has the padding of a card", async () => {
  const opened = await openSandbox();
  opened.sandbox.failNext({ status: 503 });
  const { page } = await look(`${opened.url}/sandbox/environment`);
  const middleOf = ({ top, bottom }: Box): number => (top + bottom) / 2;
  const headings = await boxesOf(page, ".code > h3");
  const copies = await boxesOf(page, ".code > .copy");
  expect(copies.length).toBe(2);
  for (const [index, copy] of copies.entries())
    expect(Math.abs(middleOf(copy) - middleOf(headings[index] ?? copy))).toBeLessThan(2);
  const paddings = await page.evaluate<string[]>(
    `[".banner", "#shop"].map((one) => getComputedStyle(document.querySelector(one)).padding)`,
  );
  expect(new Set(paddings).size).toBe(1);
});

test("the fields of a new order form a grid on a phone", async () => {
  const opened = await openSandbox();
  const { page } = await look(opened.url, { viewport: { width: 390, height: 844 } });
  const boxes = await boxesOf(page, "#new form input:not([type=hidden])");
  const [amount, currency, description, url] = boxes;
  expect(boxes.length).toBe(4);
  expect(amount?.left).toBe(description?.left);
  expect(url?.left).toBe(description?.left);
  expect(currency?.right).toBe(description?.right);
  expect(amount?.top).toBe(currency?.top);
});

test("the result of an action that led to another page disappears by itself", async () => {
  const opened = await openSandbox();
  const { page } = await look(opened.url);
  await page.clock.install();
  await page.getByRole("button", { name: "Create a test order" }).click();
  await page.locator("#toast.good").getByText("Created order test-1.").waitFor();
  await live(page);
  await page.clock.fastForward(16_000);
  await expect.poll(() => page.getByRole("status").textContent()).toBe("");
  expect(await page.locator("#toast").getAttribute("class")).not.toContain("good");
});

test("the body to edit is indented JSON in a field that it fits, and is signed", async () => {
  const bodies: string[] = [];
  const opened = await openSandbox(async (request) => {
    bodies.push(await request.text());
    return new Response("ok");
  });
  const token = await opened.createToken(NOTIFY);
  const { page } = await look(story(opened, token), { viewport: { width: 1280, height: 900 } });
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
