import type { Page } from "playwright-core";
import { afterAll, afterEach, expect, test } from "vitest";
import { openBrowser } from "./open-browser.ts";
import { look as lookAt, openSandbox } from "./open-dashboard.ts";

const NOTIFY = { settings: { notification_url: "https://shop.example/notify" } };

const browser = await openBrowser();
afterAll(() => browser.close());

const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

/** What a shop was posted, and a sandbox whose dashboard is looked at. */
async function open(answer: (request: Request) => Response = () => new Response("ok")) {
  const posted: { amount?: unknown; test?: unknown }[] = [];
  const opened = await openSandbox(async (request) => {
    const body: unknown = await request
      .clone()
      .json()
      .catch(() => undefined);
    posted.push(Object(Object(body).transaction));
    return answer(request);
  });
  toClose.push(opened.server.close);
  const look = async (path: string, options = {}) => {
    const looked = await lookAt(browser, opened.url + path, options);
    toClose.push(() => looked.context.close());
    return looked.page;
  };
  /** The page of an order that was paid by a card. */
  const lookAtPaid = async (more: object = NOTIFY, options = {}) => {
    const token = await opened.createToken(more);
    await opened.shop.payments.pay(token, CARD).then(({ notified }) => notified);
    return look(`/sandbox/orders/${token}`, options);
  };
  return { ...opened, posted, look, lookAtPaid };
}

const CARD = {
  card: { number: "4200000000000000", brand: "visa", outcome: "successful", secure: "none" },
  holder: "KIM MULLER",
  expMonth: 12,
  expYear: 2049,
} as const;

const verdictOf = (page: Page) => page.locator("#verdict");
const said = (page: Page, text: string) =>
  expect.poll(() => page.getByRole("status").textContent()).toContain(text);

test("1: a planned wrong amount waits for the next order, and Send again posts what it says", async () => {
  const { look, lookAtPaid, posted, createToken } = await open();
  const page = await lookAtPaid();
  const failures = await look("/sandbox/failures");
  await failures.getByRole("combobox", { name: "Notification" }).selectOption("wrong_amount");
  await failures.getByRole("button", { name: "Disturb the next new notifications" }).click();
  await failures.getByText("once").waitFor();
  const again = page.getByRole("button", { name: /^Send again: paid/ }).first();
  await again.click();
  await said(page, "Sent again as it was (paid). The shop answered 200. The planned disturbance still waits");
  expect(posted.at(-1)).toMatchObject({ amount: 12_900 });
  await page
    .getByLabel(/^How to send again: paid/)
    .first()
    .selectOption({ label: "with another amount" });
  await again.click();
  await said(page, "Sent again with another amount: amount €0.01, before €129.00");
  expect(posted.at(-1)).toMatchObject({ amount: 1 });
  const row = page.getByRole("row", { name: "amount €129.00 €0.01", exact: true });
  await row.waitFor();
  const next = await look(`/sandbox/orders/${await createToken(NOTIFY)}`);
  await next.getByRole("button", { name: "Pay for order-1007" }).click();
  await next.getByText("was sent with a wrong amount, as planned on the page").waitFor();
});

test("6: times are those of the developer's zone, also after an update, and UTC on hover", async () => {
  const { lookAtPaid } = await open();
  const page = await lookAtPaid(NOTIFY, { timezoneId: "Asia/Tokyo" });
  await page.getByText("Times are local, Asia/Tokyo").waitFor();
  const apart = () =>
    page.locator("time").evaluateAll((all) =>
      all.map((time) => {
        const [local, utc] = [time.textContent ?? "", time.getAttribute("title") ?? ""];
        return (Date.parse(`${local}Z`) - Date.parse(utc.replace(" UTC", "Z"))) / 3_600_000;
      }),
    );
  const before = await apart();
  expect(new Set(before)).toStrictEqual(new Set([9]));
  await page.getByRole("button", { name: /^Send again: paid/ }).click();
  await page.getByRole("heading", { name: /^Answers 1 to 2: 2 × 200/ }).waitFor();
  const after = await apart();
  expect(after.length).toBeGreaterThan(before.length);
  expect(new Set(after)).toStrictEqual(new Set([9]));
});

test("the button is in the sentence that names it: a notification that failed is sent again there", async () => {
  let status = 500;
  const { lookAtPaid } = await open(() => new Response("", { status }));
  const page = await lookAtPaid();
  await verdictOf(page).getByText("The shop answered 500.").waitFor();
  status = 200;
  await verdictOf(page)
    .getByRole("button", { name: /^Send again/ })
    .click();
  await page.getByText("The shop answered 200 to the notification (paid).").waitFor();
});

test("an exact id opens its order, and order and lists are saved as files", async () => {
  const { look, createToken } = await open();
  const token = await createToken(NOTIFY);
  const page = await look("/");
  await page.getByLabel("Search").fill("order-1007");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/sandbox/orders/${token}`);
  const save = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name }).click(),
    ]);
    return download.suggestedFilename();
  };
  expect(await save("Calls, notifications and answers as one file")).toBe("order-order-1007.json");
  await page.getByRole("link", { name: "API calls" }).click();
  await page.getByRole("heading", { name: "POST /ctp/api/checkouts" }).waitFor();
  expect(await save("Export as HAR")).toBe("calls.har");
  await page.getByRole("link", { name: "Orders" }).click();
  expect(await save("Export as CSV")).toBe("orders.csv");
});
