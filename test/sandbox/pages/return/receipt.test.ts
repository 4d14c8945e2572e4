import { afterEach, expect, test, vi } from "vitest";
import type { SandboxOptions } from "../../../../src/sandbox/index.ts";
import { textOf } from "../../text-of.ts";
import { CARD, openPages, page } from "../open-pages.ts";

afterEach(() => {
  vi.useRealTimers();
});

const positions = [
  { name: "Annual pass", quantity: 1, amount: 11000, description: "All floors" },
  { name: "Locker", quantity: 2, amount: 2400, description: "By the window" },
  { name: "Loyalty discount", quantity: 1, amount: -500, description: "Five years" },
];
test("the payment page and the receipt list the cart with its amounts", async () => {
  const { checkout, get, sandbox } = openPages();
  const token = await checkout({ order: { additional_data: { cart: { positions } } } });
  const lines = [
    "Annual pass All floors €110.00",
    "Locker × 2 By the window €24.00",
    "Loyalty discount Five years −€5.00",
  ];
  const opened = textOf((await get(page(token))).text);
  expect(opened).toContain("Items: 3");
  await sandbox.pay(token);
  const receipt = textOf((await get(page(token, "result"))).text);
  for (const line of lines) {
    expect(opened).toContain(line);
    expect(receipt).toContain(line);
  }
  expect(textOf((await get(page(await checkout()))).text)).not.toContain("Items:");
});

test.each([
  ["en", "Date November 22, 2031 at 1:05 PM UTC", "Card Visa ending in 0000"],
  ["ru", "Дата 22 ноября 2031 г. в 13:05 UTC", "Карта Visa, последние цифры 0000"],
])(
  "the receipt has date, order, amount, shop and the card's last digits, in %s",
  async (language, ...facts) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2031-11-22T13:05:00Z") });
    const { checkout, get, post } = openPages();
    const token = await checkout({ settings: { language } });
    await post(page(token), CARD);
    const text = textOf((await get(page(token, "result"))).text);
    for (const fact of [...facts, "Annual pass", "129", "Sandbox"]) expect(text).toContain(fact);
    expect(text).not.toMatch(/4200 ?0000/);
  },
);

test("a receipt names a method other than a card", async () => {
  const { checkout, get, post } = openPages();
  const token = await checkout({ payment_method: { types: ["erip"] } });
  await post(page(token), { method: "erip", outcome: "successful" });
  expect(textOf((await get(page(token, "result"))).text)).toContain("Paid with ERIP");
});

test("the shop's name is on every page, with a link to its site if it has one", async () => {
  const shown = async (names: SandboxOptions) => (await openPages(names).get(page("none"))).text;
  const named = await shown({ shopName: "Riverside <Books>", shopUrl: "https://shop.example/?a=1&b" });
  expect(named).toContain('<a href="https://shop.example/?a=1&amp;b">Riverside &lt;Books&gt;</a>');
  expect(named).toContain("· Riverside &lt;Books&gt;</title>");
  expect(await shown({})).toContain("</span>Sandbox</p>");
});
