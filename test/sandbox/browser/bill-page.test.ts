import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heading, openShop } from "./open-shop.ts";

const shop = await openShop();

const BILL = {
  amount: 4750,
  currency: "BYN",
  description: "Library fee for the autumn",
  order_id: "100700000012",
  ip: "127.0.0.1",
  payment_method: { type: "erip", account_number: "1007", service_no: "99999999" },
} as const;

const openBill = async (more = {}): Promise<Page> => {
  const { uid } = await shop.payments.bills.create({ ...BILL, ...more });
  return shop.visit(`${shop.url}/process/${uid}`);
};

const status = (page: Page) => page.getByRole("status").textContent();

/** The texts of each language on the page of a bill. */
const LANGUAGES = [
  ["Deutsch", "Rechnung", "Wartet auf die Zahlung", "Geöffnet, noch nicht bezahlt", "Kontonummer", "47,50"],
  ["Русский", "Счёт", "Ожидает оплаты", "Открыт, но ещё не оплачен", "Номер счёта", "47,50"],
  ["English", "Bill", "Waiting for the payment", "Opened, and not paid yet", "Account number", "47.50"],
] as const;

test("the page of a bill has the languages of the payment page, and keeps the chosen one", async () => {
  const page = await openBill();
  await heading(page, "Bill");
  expect(await status(page)).toBe("Waiting for the payment");
  for (const [index, [language, title, waiting, opened, account, total]] of LANGUAGES.entries()) {
    const one = await openBill({ order_id: String(100700000100 + index) });
    await one.getByRole("link", { name: language }).click();
    await heading(one, title);
    expect(await status(one)).toBe(waiting);
    for (const text of [account, total]) await one.getByText(text).first().waitFor();
    await one.getByRole("button", { name: "Open the bill" }).click();
    await heading(one, title);
    expect(await status(one)).toBe(opened);
  }
});

test("a bill in the language that the shop asked for is paid, any number of times if it is permanent", async () => {
  const page = await openBill({ language: "de", permanent: true, order_id: "100700000013" });
  for (const count of [1, 2]) {
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.getByText(`Bisherige Zahlungen: ${count}`).waitFor();
  }
  await page.getByRole("button", { name: "Let it expire" }).click();
  await page.getByText("Abgelaufen").waitFor();
});
