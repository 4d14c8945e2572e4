import { expect, test } from "vitest";
import type { BillCreateParams } from "../../../src/index.ts";
import { LIBRARY_BILL } from "../library-bill.ts";
import { textOf } from "../text-of.ts";
import { openPages } from "./open-pages.ts";

type Params = Partial<BillCreateParams> & { readonly return_url?: string };

/** The page of a bill after what a customer, a bank or the shop has done. */
async function open(acts: string, params: Params = {}) {
  const { payments, get, post } = openPages();
  const { uid } = await payments.bills.create({ ...LIBRARY_BILL, ...params });
  let address = `/process/${uid}`;
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
const NOT_ENDED = /Pay until|ERIP|99999999|1007 Copy|Let the/;
const FULL: Params = {
  expired_at: "2030-01-01T00:00:00+00:00",
  customer: { first_name: "Kim", last_name: "Muller" },
};

type State = [acts: string, params: Params, shown: readonly string[], hidden?: RegExp];

/** What happened to a bill, and what its page then shows, in this order, and does not show. */
const STATES: State[] = [
  [
    "",
    FULL,
    [
      "Pending BYN 47.50 Your order Library fee for the autumn Bill 100700000012 Customer Kim Muller",
      "Status pending Service number 99999999 Account number 1007 Pay until January 1, 2030",
      "Local gateway For developers, in place of a bank.",
      "Let the customer pay Let the customer open the bill",
      "Let the payment fail Let the bill expire Withdraw the bill as the shop Open this order",
    ],
  ],
  ["open", {}, ["Started", "number 1007", "for 30 minutes"], /Enter the|expire/],
  ["open close open close", {}, ["Pending", "Let the customer open"]],
  ["confirm", {}, ["Paid"], NOT_ENDED],
  ["decline", {}, ["Declined", "You did not confirm the payment"], NOT_ENDED],
  ["expire", FULL, ["Expired"], NOT_ENDED],
  ["replace", {}, ["Replaced by bill 100700000013", "Status expired"], /Expired|ERIP|Let the/],
  [
    "decline confirm confirm",
    permanent,
    [
      "Permanent",
      "Status permanent Attempts 2 of 3 paid, BYN 95.00",
      "The bill can be paid any number of times.",
    ],
  ],
  [
    "decline confirm confirm expire confirm",
    permanent,
    ["Expired", "2 of 3 paid, BYN 95.00"],
    /ERIP|Let the/,
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

test("the page of a bill that was refunded says so", async () => {
  const { payments, sandbox, get } = openPages();
  const { uid } = await payments.bills.create(LIBRARY_BILL);
  await sandbox.complete(uid, { status: "successful" });
  await sandbox.act("refund", { uid, amount: 4750 });
  expect((await get(`/process/${uid}`)).text).toContain('<article class="quiet"><h1>Refunded</h1>');
});

test("the times of a bill are its end, and its payment", async () => {
  const opened = await open("open", FULL);
  expect(opened.times).toStrictEqual([Date.parse(String(FULL.expired_at))]);
  const { bill, times } = await open("confirm");
  expect(times).toStrictEqual([Date.parse(bill.paid_at ?? "")]);
});

test.each([
  ["", "wait", "Pending"],
  ["confirm", "good", "Paid"],
  ["decline", "bad", "Declined"],
  ["replace", "quiet", "Replaced by bill 100700000013"],
])("after “%s”, a bill has the tone %s, the title %s, and a way back", async (acts, tone, title) => {
  const { html } = await open(acts, { return_url: "https://shop.example/back" });
  expect(html).toMatch(new RegExp(`<article class="${tone}"[^>]*><h1>${title}</h1>`));
  expect(html).toContain(`<title>${title} · Sandbox`);
  expect(html).toMatch(/href="https:\/\/shop\.example\/back[^"]*"[^>]*>Back to the shop</);
});
