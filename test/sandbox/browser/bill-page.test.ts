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

test("a long amount, time and account fit on a phone", async () => {
  const page = await openBill({
    order_id: "100700000029",
    amount: 999_999_999,
    expired_at: "2027-09-30T20:59:00Z",
    payment_method: { ...LIBRARY_BILL.payment_method, account_number: "1".repeat(30) },
  });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(await page.evaluate<string[]>(LEAVING)).toStrictEqual([]);
  }
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
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Paid");
  await standing.getByText("0 of 1 paid").waitFor();
  await shop.payments.bills.delete("100700000019");
  await heading(standing, "Deleted");
});
