import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { LIBRARY_BILL } from "../library-bill.ts";
import { heading, openShop } from "./open-shop.ts";

const shop = await openShop();

/** What leaves its card. */
const LEAVING = `(() => {
  const isOver = (each) => each.getBoundingClientRect().right > each.closest("article").getBoundingClientRect().right;
  return [...document.querySelectorAll("article *")].filter(isOver).map(({ textContent }) => textContent);
})()`;

const openBill = async (more = {}): Promise<Page> => {
  const { uid } = await shop.payments.bills.create({ ...LIBRARY_BILL, ...more });
  return shop.visit(`${shop.url}/process/${uid}`);
};

test("each number of a bill is copied, with the clipboard API or without", async () => {
  const page = await openBill({ order_id: "100700000015" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const read = () => page.evaluate<string>("navigator.clipboard.readText()");
  await page.getByRole("button", { name: "Copy: Service number" }).click();
  await page.getByText("Copied").waitFor();
  expect(await read()).toBe("99999999");
  const clipboard = "const clipboard = navigator.clipboard; globalThis.read = () => clipboard.readText();";
  await page.evaluate(`${clipboard} Object.defineProperty(navigator, "clipboard", { value: undefined })`);
  await page.getByRole("button", { name: "Copy: Account number" }).click();
  await page.getByText("Copied").last().waitFor();
  expect(await page.evaluate("read()")).toBe("1007");
});

test("a long amount, time and account fit on a phone, which has no QR code to scan", async () => {
  const page = await openBill({
    order_id: "100700000029",
    amount: 999_999_999,
    expired_at: "2027-09-30T20:59:00Z",
    payment_method: { ...LIBRARY_BILL.payment_method, account_number: "1".repeat(30) },
  });
  const code = page.getByRole("img", { name: "QR code of this bill" });
  expect(await code.evaluate("document.querySelector('.qr img').naturalWidth")).toBeGreaterThan(0);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(await page.evaluate<string[]>(LEAVING)).toStrictEqual([]);
    expect(await code.isVisible()).toBe(false);
    expect((await page.locator("article .copy").last().boundingBox())?.height).toBeLessThan(50);
  }
});

test("the page says that it updates, only if it does", async () => {
  const page = await openBill({ order_id: "100700000026" });
  const note = "This page updates when you have paid.";
  await page.locator("section").getByText(note).waitFor();
  await page.getByRole("button", { name: "Let the customer open the bill" }).click();
  await heading(page, "Payment started");
  await page.locator("article").getByText(note).waitFor();
  const context = await shop.browser.newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  await still.goto(page.url());
  expect(await still.getByText(note).isVisible()).toBe(false);
  await context.close();
});

test("the page follows what happens to the bill elsewhere", async () => {
  const page = await openBill({ order_id: "100700000018" });
  const payment_method = { ...LIBRARY_BILL.payment_method, account_number: "1009" };
  const standing = await openBill({ permanent: true, order_id: "100700000019", payment_method });
  for (const [order_id, status] of [
    ["100700000018", "successful"],
    ["100700000019", "failed"],
  ] as const) {
    const { uid } = await shop.payments.bills.get(order_id);
    await shop.sandbox.complete(uid, { status });
  }
  await heading(page, "Paid");
  expect(await page.title()).toMatch(/^Paid: BYN.47\.50 · Bill/);
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Paid: BYN\u00a047.50");
  await standing.getByText("Last attempt: declined").waitFor();
  expect(await standing.evaluate("document.activeElement.textContent")).toBe("Last attempt: declined");
  await standing.getByText("All attempts (1)").click();
  await standing.getByRole("button", { name: "Copy: Account number" }).focus();
  const { uid } = await shop.payments.bills.get("100700000019");
  await shop.sandbox.complete(uid, { status: "successful" });
  await standing.getByText("All attempts (2)").waitFor();
  expect(await standing.getByRole("listitem").filter({ hasText: "Declined" }).isVisible()).toBe(true);
  expect(await standing.evaluate("document.activeElement.ariaLabel")).toBe("Copy: Account number");
  await shop.payments.bills.delete("100700000019");
  await heading(standing, "Withdrawn by the shop");
});
