import { expect, test } from "vitest";
import { CARD, openPages, page, type TokenParams, tagOf } from "../open-pages.ts";

const ENTITIES = { "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };

const decoded = (html: string): string =>
  html.replaceAll(/&[^;]+;/g, (entity) => new Map(Object.entries(ENTITIES)).get(entity) ?? entity);

/** The rules that the page's script checks when the customer leaves a field; undefined if it does not check it. */
const rulesOf = (
  text: string,
  id: string,
): readonly [pattern: string, problem: string, numbers: string | null][] | undefined => {
  const [, attribute] = / data-rules="([^"]*)"/.exec(tagOf(text, id)) ?? [];
  return attribute === undefined ? undefined : JSON.parse(decoded(attribute));
};

/** The problem that the script shows for a value, beside a card number. */
const browserProblem = (text: string, id: string, value: string, card: string): string | undefined =>
  rulesOf(text, id)?.find(
    ([pattern, , numbers]) =>
      !new RegExp(pattern, "u").test(value) && new RegExp(numbers ?? "", "u").test(card),
  )?.[1];

/** The problem of a field in a page that the server answered. */
const serverProblem = (text: string, id: string): string | undefined => {
  const [, problem] = new RegExp(`id="${id}-problem"[^>]*>([^<]*)<`).exec(text) ?? [];
  return problem && decoded(problem);
};

/** The problems of an entry in the browser and, if that posts the form anyway, from the server. */
const problemsOf = async (more: TokenParams, name: string, value: string, filled = CARD) => {
  const { checkout, get, post } = openPages();
  const token = await checkout(more);
  const inBrowser = browserProblem((await get(page(token))).text, name, value, filled.number);
  const { status, text } = await post(page(token), { ...filled, [name]: value });
  return { status, inBrowser, fromServer: serverProblem(text, name) };
};

test("the browser and the server find the same problem", async () => {
  const custom_fields = { custom_field_1: { label: "Reader", visible: true, required: true } };
  const order = { amount: 100, currency: "EUR", description: "Pass", custom_fields };
  const visible = ["email" as const, "city" as const, "country" as const];
  const more = { order, settings: { customer_fields: { visible } } };
  const filled = {
    ...CARD,
    number: "4200000000000000",
    email: "kim@example.com",
    city: "Ghent",
    country: "BE",
    custom_field_1: "R-1",
  };
  for (const [name, value] of Object.entries(filled).filter(([field]) => field !== "method")) {
    const problems = await problemsOf(more, name, value, filled);
    expect([name, problems]).toStrictEqual([
      name,
      { status: 303, inBrowser: undefined, fromServer: undefined },
    ]);
  }
  for (const [name, value, problem] of [
    ["number", "", "Enter the card number"],
    ["number", "4111111111111111", "Only test cards are accepted: see below"],
    ["number", "42000000000000000", "Only test cards are accepted: see below"],
    ["expiry", "", "Enter the expiry date as MM/YY"],
    ["expiry", "13/40", "Enter the expiry date as MM/YY"],
    ["expiry", "01/20", "This card has expired"],
    ["cvc", "12", "Enter the 3-digit security code"],
    ["holder", "", "Enter the name on the card, in letters"],
    ["email", "", "Enter your email"],
    ["email", "kim", "Enter an email address such as name@example.com"],
    ["city", "", "Enter your city"],
    ["country", "", "Choose your country"],
    ["custom_field_1", "", "Fill in “Reader”"],
  ] as const) {
    const problems = await problemsOf(more, name, value, filled);
    expect([name, value, problems]).toStrictEqual([
      name,
      value,
      { status: 422, inBrowser: problem, fromServer: problem },
    ]);
  }
});

test("the browser does not check what may be empty or cannot be changed", async () => {
  const { checkout, get } = openPages();
  const custom_fields = {
    custom_field_1: { label: "Reader", visible: true },
    custom_field_2: { label: "Branch", value: "Riverside", visible: true, required: true, read_only: true },
  };
  const order = { amount: 100, currency: "EUR", description: "Pass", custom_fields };
  const customer_fields = { visible: ["state" as const], read_only: ["city" as const] };
  const credit_card_fields = { holder: "ROBIN NOVAK", read_only: ["holder" as const] };
  const token = await checkout({
    order,
    customer: { city: "Ghent" },
    settings: { customer_fields, credit_card_fields },
  });
  const { text } = await get(page(token));
  for (const id of ["state", "city", "custom_field_1", "custom_field_2", "holder"]) {
    expect(tagOf(text, id)).not.toBe("");
    expect([id, rulesOf(text, id)]).toStrictEqual([id, undefined]);
  }
});

test("a cardholder's name has letters of any alphabet, and no digits", async () => {
  const letters = ["Zoë O’Brien-Smith Jr.", "Jose\u0301 Nun\u0303ez", "Ким Мюллер", "D'Arc", "K".repeat(100)];
  for (const name of letters) {
    expect([name, await problemsOf({}, "holder", name)]).toStrictEqual([
      name,
      { status: 303, inBrowser: undefined, fromServer: undefined },
    ]);
  }
  const problem = "Enter the name on the card, in letters";
  for (const name of ["7 Kim", "Kim 7", "Kim 7 Muller", "Kim!", "-Kim", "K".repeat(101)]) {
    expect([name, await problemsOf({}, "holder", name)]).toStrictEqual([
      name,
      { status: 422, inBrowser: problem, fromServer: problem },
    ]);
  }
});

test("a number of an excluded brand is refused for its brand, also if it is not a test card's", async () => {
  const excluded = { payment_method: { excluded_brands: ["Visa", "MASTER", "diners"] } };
  const [brand, testCardsOnly] = [
    "Cards of this brand are not accepted",
    "Only test cards are accepted: see below",
  ];
  for (const [number, problem] of [
    ["4200000000000000", brand],
    ["4111111111111111", brand],
    ["5424000000000015", brand],
    ["2221000000000009", brand],
    ["371449635398431", testCardsOnly],
    ["6759649826438453", undefined],
  ] as const) {
    expect([number, await problemsOf(excluded, "number", number)]).toStrictEqual([
      number,
      { status: problem ? 422 : 303, inBrowser: problem, fromServer: problem },
    ]);
  }
});

test("an excluded wallet or unknown brand changes nothing for cards", async () => {
  const { checkout, get } = openPages();
  const [limited, open] = [
    await checkout({ payment_method: { excluded_brands: ["google_pay", "diners"] } }),
    await checkout(),
  ] as const;
  expect(tagOf((await get(page(limited))).text, "number")).toBe(
    tagOf((await get(page(open))).text, "number"),
  );
});
