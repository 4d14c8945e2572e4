import { expect, test } from "vitest";
import type { BillCreateParams } from "../../../src/index.ts";
import { LIBRARY_BILL } from "../library-bill.ts";
import { textOf } from "../text-of.ts";
import { openPages } from "./open-pages.ts";

const { payment_method } = LIBRARY_BILL;

type Params = Partial<BillCreateParams> & { readonly return_url?: string };

/** The page of a bill after what a customer, a bank or the shop has done, in a language. */
async function open(acts: string, params: Params = {}, language?: string) {
  const { payments, get, post } = openPages();
  const { uid } = await payments.bills.create({ ...LIBRARY_BILL, ...params });
  let address = `/process/${uid}${language ? `?language=${language}` : ""}`;
  for (const act of acts.split(" ").filter(Boolean)) {
    const { text } = await get(address);
    const [, action = address] = /<form method="post" action="([^"]*)"/.exec(text) ?? [];
    if (act === "replace") await payments.bills.create({ ...LIBRARY_BILL, order_id: "100700000013" });
    else address = (await post(action, { action: act })).location ?? "";
  }
  const { text: html } = await get(address);
  const times = [...html.matchAll(/<time datetime="([^"]*)"/g)].map(([, time = ""]) => Date.parse(time));
  const text = textOf(html.replaceAll(/<p hidden="">.*?<\/p>/g, "").replace(/^.*<main/s, "<main"));
  return { html, times, text: text.replaceAll("\u00a0", " "), bill: await payments.bills.get(uid) };
}

const permanent = { permanent: true };
const german = { permanent: true, language: "de" };
const NO_MONEY = "No money was taken. Ask the shop for a new bill.";
const NOT_ENDED = /Pay until|ERIP|99999999|1007 Copy|Scan the code|Let the/;
const FULL: Params = {
  expired_at: "2030-01-01T00:00:00+00:00",
  customer: { first_name: "Kim", last_name: "Muller" },
  payment_method: { ...payment_method, service_info: ["Membership 2026", "Reading room"] },
};
const INSTRUCTED: Params = { payment_method: { ...payment_method, instruction: ["Go to the library"] } };

type State = [acts: string, params: Params, shown: readonly string[], hidden?: RegExp];

/** What happened to a bill, and what its page then shows, in this order, and does not show. */
const STATES: State[] = [
  [
    "",
    FULL,
    [
      "Your order Library fee for the autumn Total BYN 47.50 Pay until January 1, 2030 at 12:00 AM UTC",
      "Bill 100700000012 Customer Kim Muller Service Membership 2026 Reading room Scan the code",
      "Waiting for the payment Pay with ERIP Service number 99999999 Copy Account number 1007 Copy",
      "in online banking or at a kiosk. Enter the service number in the search. Enter the account number.",
      "Check the order and the amount, and pay. ERIP is the bill payment system of Belarus.",
      "Local gateway For developers, in place of a bank.",
      "if it reaches https://sandbox.invalid. Let the customer pay Let the customer open the bill",
      "Let the payment fail Let the bill expire Withdraw the bill as the shop Open this order",
    ],
  ],
  [
    "open",
    {},
    ["Payment started", "opened again after", "number 1007"],
    /Pay with|Enter the|Scan|expire|All att/,
  ],
  ["open", INSTRUCTED, ["Payment started", "Go to the library"]],
  ["open close open close", {}, ["Waiting for the payment", "Let the customer open"]],
  ["confirm", {}, ["number 1007 Paid: BYN 47.50 Paid on", "Payment number"], NOT_ENDED],
  ["decline", {}, [`Declined Declined on`, `Reason You did not confirm the payment ${NO_MONEY}`], NOT_ENDED],
  ["expire", FULL, ["Expired Expired on", NO_MONEY], NOT_ENDED],
  ["confirm withdraw", permanent, ["Withdrawn by the shop", "This bill takes no more payments."], NOT_ENDED],
  ["replace", {}, ["Replaced by bill 100700000013", "Open bill 100700000013"], /Expired|ERIP|Let the/],
  [
    "confirm decline",
    permanent,
    [
      "Each payment BYN 47.50",
      "Bill for repeated payments Paid once, BYN 47.50 in total Last attempt: declined Declined on",
      "You did not confirm the payment This attempt took no money. You can pay again. Pay with ERIP",
    ],
  ],
  [
    "decline confirm confirm",
    permanent,
    [
      "Paid 2 times, BYN 95.00 in total Last payment on",
      "All attempts (3)",
      ...["Paid, BYN 47.50 Payment number", "Paid, BYN 47.50 Payment number", "Declined, BYN 47.50"],
      "The bill can be paid any number of times. Status: permanent , 2 of 3 attempts paid",
    ],
    /Last attempt/,
  ],
  [
    "decline confirm confirm expire confirm",
    permanent,
    ["Each payment", "1007 Expired Expired on", "Paid 2 times, BYN 95.00 in total Last payment on"],
    /ERIP|Let the|No money was taken/,
  ],
  ["decline expire", permanent, ["Expired Expired on", NO_MONEY]],
  ["confirm", german, ["1-mal bezahlt, insgesamt 47,50", "Kundennummer 1007"]],
  [
    "confirm confirm expire",
    german,
    ["Abgelaufen", "Diese Rechnung nimmt keine Zahlungen mehr an.", "2-mal bezahlt, insgesamt 95,00"],
  ],
];

test.each(STATES)("the page of a bill after “%s”, created with %j", async (acts, params, shown, hidden) => {
  const { text } = await open(acts, params);
  let rest = text;
  for (const part of shown) {
    expect(rest).toContain(part);
    rest = rest.slice(rest.indexOf(part) + part.length);
  }
  if (hidden) expect(text).not.toMatch(hidden);
});

test.each([
  ["de", "Wartet auf die Zahlung", "Zahlung begonnen", "Ersetzt durch Rechnung 100700000013"],
  ["ru", "Ожидает оплаты", "Оплата начата", "Заменён счётом 100700000013"],
  ["en", "Waiting for the payment", "Payment started", "Replaced by bill 100700000013"],
])("the page of a bill is opened in %s by a link, and stays in it", async (language, ...titles) => {
  for (const [index, acts] of ["", "open", "replace"].entries()) {
    const { html } = await open(acts, {}, language);
    expect(html).toContain(`<h1>${titles[index]}</h1>`);
    expect(html).toContain(`<a href="?language=${language}"`);
  }
});

test("the times of a bill are its end, 30 minutes after it was opened, and its payment", async () => {
  const opened = await open("open", FULL);
  const until = Date.parse(opened.bill.updated_at ?? "") + 30 * 60_000;
  expect(opened.times).toStrictEqual([Date.parse(String(FULL.expired_at)), until]);
  const { bill, times, text } = await open("confirm");
  expect(times).toStrictEqual([Date.parse(bill.paid_at ?? "")]);
  expect(text).toContain(bill.uid);
});

test.each([
  ["", "wait", "Waiting for the payment"],
  ["confirm", "good", "Paid: BYN\u00a047.50"],
  ["decline", "bad", "Declined"],
  ["replace", "quiet", "Replaced by bill 100700000013"],
])("after “%s”, a bill has the tone %s, the title %s, and a way back", async (acts, tone, title) => {
  const { html } = await open(acts, { return_url: "https://shop.example/back" });
  expect(html).toMatch(new RegExp(`<article class="${tone}"[^>]*><h1>${title}</h1>`));
  expect(html).toContain(`<title>${title} · Bill`);
  expect(html).toMatch(/href="https:\/\/shop\.example\/back[^"]*">Back to the shop</);
});
