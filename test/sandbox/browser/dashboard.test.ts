import { expect, test } from "vitest";
import { PAGES } from "../../../src/sandbox/dashboard/pages.ts";
import { newProduct } from "../../client/calls.ts";
import { violationsInEachLook } from "./open-browser.ts";
import { NOTIFY, openDashboards, SECRET, story } from "./open-dashboard.ts";

const { openSandbox, look, lookAtPaid } = await openDashboards();

const cardOption = (card: string): string => JSON.stringify({ card });

test("a payment shows at once, and keeps open details, choices, focus and scroll position", async () => {
  const opened = await openSandbox();
  const token = await opened.createToken(NOTIFY);
  const viewport = { width: 1000, height: 500 };
  const { page, complaints } = await look(story(opened, token), { viewport });
  await page.locator(`#qr-summary-${token}`).click();
  await page.locator(`#qr-${token} img`).evaluate("image => image.decode()");
  await page.locator(`#card-${token}`).selectOption(cardOption("4005550000000019"));
  await page.locator(`#qr-summary-${token}`).focus();
  const seenAt = async () =>
    Math.round((await page.locator(`#qr-summary-${token}`).boundingBox())?.y ?? Number.NaN);
  const before = await seenAt();
  await opened.payments.checkouts.get(token);
  await page.getByText("API call checkouts.get").waitFor();
  expect(await page.locator(`#qr-${token}`).getAttribute("open")).not.toBeNull();
  expect(await page.locator(`#card-${token}`).inputValue()).toBe(cardOption("4005550000000019"));
  expect(await page.evaluate("document.activeElement.id")).toBe(`qr-summary-${token}`);
  expect(Math.abs((await seenAt()) - before)).toBeLessThanOrEqual(1);
  expect(complaints).toStrictEqual([]);
});

test("the list is live, and keeps the search, the page and typed text", async () => {
  const opened = await openSandbox();
  for (let count = 1; count <= 30; count += 1)
    await opened.createToken({}, { description: `Pass ${count}.` });
  const { page, complaints } = await look(`${opened.url}/?q=pass&page=2`);
  expect(await page.locator("tbody tr").count()).toBe(5);
  await page.getByLabel("Search").fill("pass 2");
  await opened.createToken({}, { description: "Pass <script>alert(1)</script>" });
  await page.getByText("26–31 of 31", { exact: true }).waitFor();
  expect(await page.getByLabel("Search").inputValue()).toBe("pass 2");
  expect(await page.evaluate("document.activeElement.id")).toBe("search");
  await page.keyboard.press("Enter");
  await page.getByText("Pass 29.").waitFor();
  expect(new URL(page.url()).search).toBe("?q=pass+2");
  expect(complaints).toStrictEqual([]);
});

test("pay, refund and send again are buttons that say what they did, and the page stays", async () => {
  const opened = await openSandbox();
  const token = await opened.createToken(NOTIFY);
  const { page, complaints } = await look(story(opened, token));
  const said = (text: string) => expect.poll(() => page.getByRole("status").textContent()).toBe(text);
  await page.evaluate("window.isSame = true");
  await page.locator(`#card-${token}`).selectOption(cardOption("4005550000000019"));
  await page.locator(`#pay-${token}`).click();
  await said(
    "€129.00 is not paid: the last attempt was declined (Payment was declined). One attempt is left. The shop answered 200.",
  );
  await page.locator(`#card-${token}`).selectOption(cardOption("4012000000001097"));
  await page.locator(`#pay-${token}`).focus();
  await page.keyboard.press("Enter");
  await said("Paid €129.00. The shop answered 200.");
  expect(await page.evaluate("document.activeElement.id")).toBe("main");
  await page.getByLabel(/^Amount for the payment/).fill("28.60");
  await page.getByRole("button", { name: /^Refund this amount of the payment/ }).click();
  await said("Refunded €28.60. €100.40 is kept. The shop answered 200.");
  await page.getByText("Notification: refund €28.60").waitFor();
  opened.sandbox.deliverTo(async () => new Response("", { status: 500 }));
  await page
    .getByRole("button", { name: /^Send again: paid/ })
    .last()
    .click();
  await said("Sent again as it was (paid). The shop answered 500.");
  await page.locator("li", { hasText: "Notification: paid" }).getByText("Request and answers").click();
  await page.getByRole("heading", { name: /^Answer 2 / }).waitFor();
  expect(await page.evaluate("window.isSame")).toBe(true);
  expect(complaints).toStrictEqual([]);
});

test("the keyboard reaches the search by /", async () => {
  const { page } = await look((await openSandbox()).url);
  await page.keyboard.press("/");
  expect(await page.evaluate("document.activeElement.id")).toBe("search");
  expect(await page.getByLabel("Search").inputValue()).toBe("");
});

test("keys and environment lines are copied, the secret key while it is masked", async () => {
  const opened = await openSandbox();
  const permissions = ["clipboard-read", "clipboard-write"];
  const { page, complaints } = await look(`${opened.url}/sandbox/environment`, { permissions });
  const read = () => page.evaluate<string>("navigator.clipboard.readText()");
  expect(await page.getByText(SECRET).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Copy secret key" }).click();
  await expect.poll(read).toBe(SECRET);
  await page.getByRole("button", { name: "Copy environment lines" }).click();
  await expect.poll(read).toContain(`PAYMENTS_SECRET_KEY=${SECRET}\nPAYMENTS_BASE_URL=${opened.url}\n`);
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await page.getByRole("button", { name: "Copy shop id" }).click();
  await expect
    .poll(() => page.getByRole("status").textContent())
    .toBe("The browser does not allow this page to copy");
  expect(complaints).toStrictEqual([]);
});

test("every page is accessible and fits at four widths, in light and dark colors", async () => {
  const { url, payments, sandbox, createToken } = await openSandbox();
  await payments.products.create(newProduct);
  const [paid, open] = [await createToken(NOTIFY), await createToken()];
  const { page } = await look(url);
  await page.goto(story({ url }, paid));
  await page.locator(`#pay-${paid}`).click();
  await page.getByText("Paid", { exact: true }).first().waitFor();
  sandbox.failNext({ status: 503, times: 2 });
  sandbox.disturbNext({ notification: "wrong_signature" });
  const stories = [paid, open].map((token) => `/sandbox/orders/${token}`);
  for (const path of [...PAGES.map(({ address }) => address), "/?q=zzz", ...stories]) {
    await page.goto(url + path);
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
    const name = `dashboard${path.replaceAll(/\W+/g, "-")}`;
    expect(await violationsInEachLook(page, name)).toStrictEqual([]);
  }
}, 600_000);

test("times are those of the developer's zone, also after an update, and UTC on hover", async () => {
  const { page } = await lookAtPaid(async () => new Response("ok"), { timezoneId: "Asia/Tokyo" });
  await page.getByText("Times are local, Asia/Tokyo").waitFor();
  /** The times that do not end as nine hours after the time in UTC. */
  const wrong = () =>
    page.locator("time").evaluateAll(
      (all) =>
        all.filter(({ textContent, title }) => {
          const local = new Date(Date.parse(title.replace(" UTC", "Z").replace(" ", "T")) + 9 * 3_600_000);
          return (
            !/\d$/.test(textContent ?? "") ||
            !local
              .toISOString()
              .replace("T", " ")
              .includes(textContent ?? "")
          );
        }).length,
    );
  const before = await page.locator("time").count();
  expect([before > 3, await wrong()]).toStrictEqual([true, 0]);
  await page.getByRole("button", { name: /^Send again: paid/ }).click();
  await page.locator("summary", { hasText: "Request and answers" }).click();
  await page.getByRole("heading", { name: /^Answer 2 200/ }).waitFor();
  expect(await page.locator("time").count()).toBeGreaterThan(before);
  expect(await wrong()).toBe(0);
});

/** The visible buttons of an order, except Copy, with their looks. */
const BUTTONS = `[...document.querySelectorAll("main button:not(.copy)")].filter((button) => button.checkVisibility())
  .map((button) => {
    const { backgroundColor, color, borderColor } = getComputedStyle(button);
    const [red, green, blue] = color.match(/\\d+/g).map(Number);
    const isFilled = backgroundColor !== "rgba(0, 0, 0, 0)";
    return button.textContent + (isFilled ? ", filled" : red > 2 * blue && red > 2 * green ? ", red" : "");
  })`;

test("an order has one main action, red buttons for money, other names for other buttons, and a label for each field", async () => {
  const { page } = await lookAtPaid(async () => new Response("", { status: 500 }));
  await page.locator("h1").getByText("Paid", { exact: true }).waitFor();
  await page.locator("h1").getByText("Not delivered: 500", { exact: true }).waitFor();
  expect(await page.evaluate(BUTTONS)).toStrictEqual([
    "Send again, filled",
    "Refund this amount, red",
    "Charge back this amount, red",
    "Send",
  ]);
  const labels = await page.evaluate(
    `[...document.querySelectorAll("main :is(select, input:not([type=hidden]))")].filter((field) => field.checkVisibility())
      .map(({ labels: [label] }) => label.firstChild.textContent)`,
  );
  expect(labels).toStrictEqual(["Amount, EUR", "Outcome", "How"]);
});
