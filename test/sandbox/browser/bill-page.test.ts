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

/** What leaves its card. */
const LEAVING = `(() => {
  const isOver = (each) => each.getBoundingClientRect().right > each.closest("article").getBoundingClientRect().right;
  return [...document.querySelectorAll("article *")].filter(isOver).map(({ textContent }) => textContent);
})()`;

const openBill = async (more = {}): Promise<Page> => {
  const { uid } = await shop.payments.bills.create({ ...BILL, ...more });
  return shop.visit(`${shop.url}/process/${uid}`);
};

/** The texts of each language on the page of a bill. */
const LANGUAGES = [
  ["Deutsch", "Wartet auf die Zahlung", "Zahlung begonnen", "Kundennummer", "47,50"],
  ["Русский", "Ожидает оплаты", "Оплата начата", "Лицевой счёт", "47,50"],
  ["English", "Waiting for the payment", "Payment started", "Account number", "47.50"],
] as const;

test("the page of a bill has the languages of the payment page, and keeps the chosen one", async () => {
  for (const [index, [language, waiting, opened, account, total]] of LANGUAGES.entries()) {
    const page = await openBill({ order_id: String(100700000100 + index) });
    await heading(page, "Waiting for the payment");
    await page.getByRole("link", { name: language }).click();
    await heading(page, waiting);
    for (const text of [account, total]) await page.getByText(text).first().waitFor();
    await page.getByRole("button", { name: "Let the customer open the bill" }).click();
    await heading(page, opened);
  }
});

test("a bill in the language that the shop asked for is paid, any number of times if it is permanent", async () => {
  const page = await openBill({ language: "de", permanent: true, order_id: "100700000013" });
  for (const count of [1, 2]) {
    await page.getByRole("button", { name: "Let the customer pay" }).click();
    await page
      .getByText(count === 1 ? "1-mal bezahlt, insgesamt 47,50" : "2-mal bezahlt, insgesamt 95,00")
      .waitFor();
  }
  await page.getByRole("button", { name: "Let the bill expire" }).click();
  await heading(page, "Abgelaufen");
  await page.getByText("Diese Rechnung nimmt keine Zahlungen mehr an.").waitFor();
});

test("the customer reads until when and how to pay, and the developer has a part of the page that says so", async () => {
  const expired_at = new Date(Date.now() + 86_400_000);
  const page = await openBill({ expired_at, order_id: "100700000014" });
  const order = page.getByRole("article", { name: "Your order" });
  const customer = page.getByRole("article").filter({ has: page.getByRole("heading", { level: 1 }) });
  const format = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });
  await order.getByText(`Pay until ${format.format(expired_at)}`).waitFor();
  await customer.getByText("ERIP is the bill payment system of Belarus.").waitFor();
  expect(await customer.getByRole("listitem").allInnerTexts()).toStrictEqual([
    "Open ERIP in your bank's app, in online banking or at a kiosk.",
    "Enter the service number in the search.",
    "Enter the account number.",
    "Check the order and the amount, and pay.",
  ]);
  expect(await customer.getByRole("button", { name: /^Let/ }).count()).toBe(0);
  const developer = page.getByRole("complementary", { name: "Local gateway" });
  await developer.getByText("For developers, in place of a bank.").waitFor();
  expect(await developer.getByRole("button").allInnerTexts()).toStrictEqual([
    "Let the customer pay",
    "Let the customer open the bill",
    "Let the payment fail",
    "Let the bill expire",
    "Withdraw the bill as the shop",
  ]);
  await developer.getByText(`A phone opens it only if it reaches ${shop.url}`).waitFor();
  await developer.getByRole("button", { name: "Let the bill expire" }).click();
  await heading(page, "Expired");
  await page.getByText("No money was taken. Ask the shop for a new bill.").waitFor();
  const { updated_at } = await shop.payments.bills.get("100700000014");
  await page.getByText(`Expired on ${format.format(new Date(updated_at ?? 0))}`).waitFor();
  for (const text of ["Pay until", "ERIP", "99999999", "Local gateway For"])
    expect([text, await page.getByText(text).count()]).toStrictEqual([text, 0]);
  expect(await page.getByRole("img").count()).toBe(0);
});

test("an opened bill shows who can pay it, and until when", async () => {
  const page = await openBill({ order_id: "100700000024" });
  await page.getByRole("button", { name: "Let the customer open the bill" }).click();
  const { updated_at } = await shop.payments.bills.get("100700000024");
  const end = new Date(Date.parse(updated_at ?? "") + 30 * 60 * 1000);
  const format = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });
  await page.getByText(`it can be opened again after ${format.format(end)}.`).waitFor();
  await page.getByText("Account number").waitFor();
  expect(await page.locator("article :is(ol, .qr)").count()).toBe(0);
  const instruction = ["Go to the library", "Pay at the desk"];
  const payment_method = { ...BILL.payment_method, account_number: "1010", instruction };
  const own = await openBill({ order_id: "100700000025", payment_method });
  await own.getByRole("button", { name: "Let the customer open the bill" }).click();
  await heading(own, "Payment started");
  await own.getByText("Go to the library").waitFor();
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

test("a bill that was paid in one press shows when, with the number of the payment", async () => {
  const page = await openBill({ order_id: "100700000016" });
  await page.getByRole("button", { name: "Let the customer pay" }).click();
  await heading(page, "Paid");
  expect(await page.locator("article.good h1").count()).toBe(1);
  const { uid, paid_at } = await shop.payments.bills.get("100700000016");
  const format = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });
  await page.getByText(format.format(new Date(paid_at ?? 0))).waitFor();
  await page.getByText(uid).waitFor();
  await page.getByText("Account number").waitFor();
  expect(await page.getByRole("button", { name: "Copy: Account number" }).count()).toBe(0);
});

test("a long amount, time and account fit on a phone", async () => {
  const page = await openBill({
    order_id: "100700000029",
    amount: 999_999_999,
    expired_at: "2027-09-30T20:59:00Z",
    payment_method: { ...BILL.payment_method, account_number: "1".repeat(30) },
  });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(await page.evaluate<string[]>(LEAVING)).toStrictEqual([]);
    expect((await page.locator("article .copy").last().boundingBox())?.height).toBeLessThan(50);
  }
});

test("a permanent bill lists its payments, the last one with its result, also after its end", async () => {
  const page = await openBill({ permanent: true, order_id: "100700000017" });
  const last = (name: string) =>
    page.locator("article > div").filter({ has: page.getByRole("heading", { name }) });
  expect(await page.getByText("Last attempt").count()).toBe(0);
  await page.getByRole("button", { name: "Let the payment fail" }).click();
  await heading(page, "Bill for repeated payments");
  await page.getByText("This attempt took no money. You can pay again.").waitFor();
  await last("Last attempt: declined").getByText("You did not confirm the payment").waitFor();
  for (const count of [1, 2]) {
    await page.getByRole("button", { name: "Let the customer pay" }).click();
    await page
      .getByText(count === 1 ? "Paid once, BYN 47.50 in total" : "Paid 2 times, BYN 95.00 in total")
      .waitFor();
  }
  await page.getByText("Account number", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Let the bill expire" }).click();
  await heading(page, "Expired");
  await page.getByText("Paid 2 times, BYN 95.00 in total").waitFor();
  await page.getByText("Each payment").waitFor();
  await last("Paid 2 times, BYN 95.00 in total").getByText("Last payment on").waitFor();
  await page.getByText("All attempts (3)").click();
  const attempts = await page.getByRole("listitem").filter({ hasText: "BYN" }).allInnerTexts();
  expect(attempts.map((text) => /at\s\d+:\d\d.*\s(\w+), BYN.47\.50/.exec(text)?.[1])).toStrictEqual([
    "Paid",
    "Paid",
    "Declined",
  ]);
  expect(await page.getByRole("button", { name: "Copy: Payment number" }).count()).toBe(2);
  expect(await page.getByText("No money was taken").count()).toBe(0);
});

test("a bill that failed shows why and when, and one that nobody paid that no money was taken", async () => {
  const page = await openBill({ order_id: "100700000030" });
  await page.getByRole("button", { name: "Let the payment fail" }).click();
  await heading(page, "Declined");
  await page.getByText("You did not confirm the payment").waitFor();
  await page.getByText("No money was taken. Ask the shop for a new bill.").waitFor();
  const standing = await openBill({ order_id: "100700000031", permanent: true });
  await standing.getByRole("button", { name: "Let the payment fail" }).click();
  await standing.getByRole("button", { name: "Let the bill expire" }).click();
  await heading(standing, "Expired");
  await standing.getByText("No money was taken. Ask the shop for a new bill.").waitFor();
});

test("the 30 minutes of an opened bill pass at once, and it can be opened again", async () => {
  const page = await openBill({ order_id: "100700000032" });
  for (const _time of [1, 2]) {
    await page.getByRole("button", { name: "Let the customer open the bill" }).click();
    await heading(page, "Payment started");
    await page.getByRole("button", { name: "Let the 30 minutes pass" }).click();
    await heading(page, "Waiting for the payment");
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

test("a bill that was paid, expired or replaced leads back to the shop", async () => {
  const return_url = `${shop.merchant.url}/back`;
  const paid = await openBill({ order_id: "100700000027", return_url });
  await paid.getByRole("button", { name: "Let the customer pay" }).click();
  const payment_method = { ...BILL.payment_method, account_number: "1011" };
  const replaced = await openBill({ order_id: "100700000028", return_url, payment_method });
  const expired = await openBill({ order_id: "100700000029", return_url, payment_method });
  await heading(replaced, "Replaced by bill 100700000029");
  await expired.getByRole("button", { name: "Let the bill expire" }).click();
  for (const page of [paid, replaced, expired]) {
    await page.getByRole("link", { name: "Back to the shop" }).click();
    await heading(page, "Welcome back");
  }
});

test("a bill that waits or that was paid before leads back to the shop, and the shop withdraws it", async () => {
  const return_url = `${shop.merchant.url}/back`;
  const page = await openBill({ order_id: "100700000033", return_url, permanent: true });
  for (const presses of [0, 1]) {
    if (presses > 0) await page.getByRole("button", { name: "Let the customer pay" }).click();
    await page.getByRole("link", { name: "Back to the shop" }).click();
    await heading(page, "Welcome back");
    await page.goBack();
  }
  await page.getByRole("button", { name: "Withdraw the bill as the shop" }).click();
  await heading(page, "Withdrawn by the shop");
  await page.getByText("This bill takes no more payments.").waitFor();
  expect(await page.title()).toMatch(/^Withdrawn by the shop · Bill/);
});

test("the page follows what happens to the bill elsewhere", async () => {
  const page = await openBill({ order_id: "100700000018" });
  const payment_method = { ...BILL.payment_method, account_number: "1009" };
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

test("a bill shows its number, the customer, the service, and on a wide screen a QR code", async () => {
  const customer = { first_name: "Kim", last_name: "Muller" };
  const service_info = ["Membership 2026", "Reading room"];
  const payment_method = { ...BILL.payment_method, account_number: "1008", service_info };
  const page = await openBill({ order_id: "100700000021", customer, payment_method });
  const order = page.getByRole("article", { name: "Your order" });
  for (const [name, value] of [
    ["Bill", "100700000021"],
    ["Customer", "Kim Muller"],
    ["Service", "Membership 2026Reading room"],
  ])
    expect(await order.locator(`dt:text-is("${name}") + dd`).textContent()).toBe(value);
  const code = order.getByRole("img", { name: "QR code of this bill" });
  expect(await code.evaluate("document.querySelector('.qr img').naturalWidth")).toBeGreaterThan(0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await code.isVisible()).toBe(false);
});

test("a bill that a newer bill with the same account number replaced leads to the newer bill", async () => {
  const page = await openBill({ order_id: "100700000022" });
  await openBill({ order_id: "100700000023" });
  await heading(page, "Replaced by bill 100700000023");
  expect(await page.locator("article.quiet").count()).toBe(1);
  expect(await page.getByText("Expired").count()).toBe(0);
  await page.getByRole("link", { name: "Deutsch" }).click();
  await heading(page, "Ersetzt durch Rechnung 100700000023");
  await page.getByText("Es wurde kein Geld abgebucht.").waitFor();
  await page.getByRole("link", { name: "Rechnung 100700000023 öffnen" }).click();
  await heading(page, "Wartet auf die Zahlung");
  await page.getByText("100700000023").waitFor();
});
