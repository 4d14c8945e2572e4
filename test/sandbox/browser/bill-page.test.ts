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
    await one.getByRole("button", { name: "Let the customer open the bill" }).click();
    await heading(one, title);
    expect(await status(one)).toBe(opened);
  }
});

test("a bill in the language that the shop asked for is paid, any number of times if it is permanent", async () => {
  const page = await openBill({ language: "de", permanent: true, order_id: "100700000013" });
  for (const count of [1, 2]) {
    await page.getByRole("button", { name: "Let the customer pay" }).click();
    await page.getByText(`Bisherige Zahlungen: ${count}`).waitFor();
  }
  await page.getByRole("button", { name: "Let the bill expire" }).click();
  await page.getByText("Abgelaufen").waitFor();
});

test("the customer reads until when and how to pay, and the developer has a part of the page that says so", async () => {
  const expired_at = new Date(Date.now() + 86_400_000);
  const page = await openBill({ expired_at, order_id: "100700000014" });
  const customer = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Bill" }) });
  const format = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });
  await customer.getByText(`Pay until ${format.format(expired_at)}`).waitFor();
  await customer.getByText("ERIP is the bill payment system of Belarus.").waitFor();
  expect(await customer.getByRole("listitem").allInnerTexts()).toStrictEqual([
    "Open ERIP in your bank's app or at a kiosk.",
    "Enter the service number in the search.",
    "Enter the account number.",
    "Check the order and the amount, and pay.",
  ]);
  expect(await customer.getByRole("button", { name: /^Let/ }).count()).toBe(0);
  const developer = page.getByRole("complementary", { name: "Local gateway" });
  await developer.getByText("For developers, in place of a bank.").waitFor();
  expect(await developer.getByRole("button").allInnerTexts()).toStrictEqual([
    "Let the customer open the bill",
    "Let the bill expire",
  ]);
  await developer.getByRole("button", { name: "Let the bill expire" }).click();
  await page.getByText("Expired").waitFor();
  expect(await page.getByText("Pay until").count()).toBe(0);
});

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
