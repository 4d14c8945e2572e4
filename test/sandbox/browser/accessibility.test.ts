/** In this folder: what only a browser shows of the payment pages, the widget and the dashboard. */

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { LIBRARY_BILL } from "../library-bill.ts";
import { saveScreenshot, violationsInEachLook } from "./open-browser.ts";
import { enterCard, openShop, payButton } from "./open-shop.ts";

const shop = await openShop();

const FULL = {
  test: true,
  order: {
    amount: 12900,
    currency: "EUR",
    description: "Annual pass for the reading room",
    additional_data: {
      cart: {
        positions: [
          { name: "Annual pass", quantity: 1, amount: 13400, description: "All floors" },
          { name: "Loyalty discount", quantity: 1, amount: -500, description: "Five years" },
        ],
      },
    },
    custom_fields: {
      custom_field_1: { label: "Reader's card", placeholder: "R-0000", visible: true, required: true },
      custom_field_2: { label: "Branch", value: "Riverside", visible: true, read_only: true },
    },
  },
  customer: { email: "kim@example.com", country: "US" },
  settings: {
    customer_fields: {
      visible: ["first_name", "last_name", "country", "state", "birth_date"],
      read_only: ["email"],
    },
    save_card_toggle: { hint: "Next time you only enter the security code." },
    agreement_toggle: { text: "I have read the [terms of use]", url: "https://shop.example/terms" },
  },
} as const;

const erip = { service_no: "101", account_number: "77" };
const METHODS = { payment_method: { types: ["credit_card", "google_pay", "erip", "bank_transfer"], erip } };
const visible_fields = ["email", "first_name", "last_name"] as const;

const checkoutWith = async (more = {}) => (await shop.checkout(more)).redirect_url;

const paid = async (card: string, more = {}) => {
  const { token } = await shop.checkout(more);
  await shop.sandbox.pay(token, { card });
  return `${shop.url}/v2/result?token=${token}`;
};

/** Sends a form with problems, as without JavaScript, and waits for the server's list of them. */
const sendAnyway = async (page: Page) => {
  await page.evaluate("document.forms[0].submit()");
  await page.getByRole("alert").waitFor();
};

/** Elements that overflow a phone's screen or are too small to touch, except links in a text and labelled checkboxes. */
const PHONE_PROBLEMS = `(() => {
  const targets = [...document.querySelectorAll("button, header a, nav a, article > a, summary, select, input:not([type=checkbox], [type=radio]), label:has([type=radio])")];
  const isSmall = (target) => target.checkVisibility() && target.getBoundingClientRect().height < 44;
  return [
    ...(document.documentElement.scrollWidth > innerWidth ? ["is wider than a phone"] : []),
    ...targets.filter(isSmall).map((target) => "too small to hit: " + target.outerHTML.slice(0, 80)),
  ];
})()`;

/** How to open each page. */
const PAGES: Record<string, [open: () => Promise<string>, act?: (page: Page) => Promise<void>]> = {
  "checkout-full": [() => checkoutWith(FULL)],
  "checkout-problems": [() => checkoutWith(FULL), sendAnyway],
  "checkout-test-cards": [checkoutWith, (page) => page.getByText("All test cards").click()],
  "checkout-colours": [
    () =>
      checkoutWith({ settings: { style: { widget: { buttonsColor: "#ffd400", backgroundColor: "navy" } } } }),
  ],
  "checkout-methods": [
    () => checkoutWith(METHODS),
    async (page) => {
      await page.getByLabel("ERIP").check();
      await page.getByLabel("Card number").waitFor({ state: "hidden" });
    },
  ],
  "wallet-step": [
    checkoutWith,
    async (page) => {
      await page.getByLabel("Google Pay").check();
      await payButton(page).click();
      await page.getByRole("button", { name: "Approve" }).waitFor();
    },
  ],
  "challenge-in-frame": [
    () => checkoutWith({ iframe: true }),
    async (page) => {
      await enterCard(page, "4012000000001097");
      await payButton(page).click();
      await page.frameLocator("iframe").getByRole("button", { name: "Confirm payment" }).waitFor();
    },
  ],
  challenge: [
    checkoutWith,
    async (page) => {
      await enterCard(page, "4012000000001097");
      await payButton(page).click();
      await page.getByRole("button", { name: "Confirm payment" }).waitFor();
    },
  ],
  "result-successful": [() => paid("4200000000000000", { order: FULL.order })],
  "result-try-again": [() => paid("4005550000000019", { attempts: 2 })],
  bill: [
    async () => {
      const { uid } = await shop.payments.bills.create({
        ...LIBRARY_BILL,
        expired_at: new Date(Date.now() + 86_400_000),
      });
      return `${shop.url}/process/${uid}`;
    },
  ],
  confirm: [async () => (await shop.product({ visible_fields })).confirm_url],
  "sold-out": [async () => (await shop.product({ infinite: undefined, quantity: 0 })).pay_url],
};

test("every page can be used with a screen reader and on a phone, within its policy, in light and dark colours", async () => {
  const page = await shop.visit("about:blank");
  const found: Record<string, string[]> = {};
  for (const [name, [open, act]] of Object.entries(PAGES)) {
    await page.goto(await open());
    await act?.(page);
    // The pages have two layouts, above and below 48rem.
    const problems = await violationsInEachLook(page, name, [1440, 375]);
    await page.setViewportSize({ width: 320, height: 844 });
    await saveScreenshot(page, `${name}-dark-phone`);
    problems.push(...(await page.evaluate<string[]>(PHONE_PROBLEMS)));
    if (problems.length > 0) found[name] = problems;
  }
  expect(found).toStrictEqual({});
}, 600_000);
