import { expect, test } from "vitest";
import { CARD, openPages, page, problemAt, shownPage, type TokenParams, tagOf } from "../open-pages.ts";

const ENTITIES = { "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };

const decoded = (html: string): string =>
  html.replaceAll(/&[^;]+;/g, (entity) => new Map(Object.entries(ENTITIES)).get(entity) ?? entity);

/** The rules that the page's script checks when the customer leaves a field; undefined if it does not check it. */
const rulesOf = (
  text: string,
  id: string,
):
  | readonly [pattern: string, problem: string, numbers: string | null, isCheckDigit: boolean][]
  | undefined => {
  const [, attribute] = / data-rules="([^"]*)"/.exec(tagOf(text, id)) ?? [];
  return attribute === undefined ? undefined : JSON.parse(decoded(attribute));
};

/** The only one of the numbers below whose check digit is wrong. */
const MISTYPED = ["42000000000000000"];

/** The problem that the script shows for a value, beside a card number. */
const browserProblem = (text: string, id: string, value: string, card: string): string | undefined =>
  rulesOf(text, id)?.find(
    ([pattern, , numbers, isCheckDigit]) =>
      !new RegExp(pattern, "u").test(value) &&
      new RegExp(numbers ?? "", "u").test(card) &&
      (!isCheckDigit || MISTYPED.includes(value)),
  )?.[1];

/** Expects that an entry has a problem, or none, in the browser and, if that posts the form anyway, on the server. */
const expectProblem = async (
  more: TokenParams,
  name: string,
  value: string,
  problem: string | undefined,
  filled = CARD,
) => {
  const { checkout, get, post, payments } = openPages();
  const token = await checkout(more);
  const inBrowser = browserProblem((await get(page(token))).text, name, value, filled.number);
  const { status, text } = await post(page(token), { ...filled, [name]: value });
  const shown = problemAt(text, name);
  const found = { status, inBrowser, fromServer: shown && decoded(shown) };
  const expected = { status: problem ? 422 : 303, inBrowser: problem, fromServer: problem };
  expect([name, value, found]).toStrictEqual([name, value, expected]);
  expect(tagOf(text, name).includes('aria-invalid="true"')).toBe(problem !== undefined);
  expect((await payments.checkouts.get(token)).gateway_response === null).toBe(problem !== undefined);
};

test("the browser and the server find the same problem", async () => {
  const custom_fields = { custom_field_1: { label: "Reader", visible: true, required: true } };
  const visible = ["email" as const, "city" as const, "country" as const];
  const more = { order: { custom_fields }, settings: { customer_fields: { visible } } };
  const filled = {
    ...CARD,
    number: "4200000000000000",
    email: "kim@example.com",
    city: "Ghent",
    country: "BE",
    custom_field_1: "R-1",
  };
  for (const [name, value] of Object.entries(filled).filter(([field]) => field !== "method"))
    await expectProblem(more, name, value, undefined, filled);
  for (const [name, value, problem] of [
    ["number", "", "Fill in “Card number”"],
    ["number", "4111111111111111", "Only test cards are accepted: see below"],
    ["number", "42000000000000000", "This card number is mistyped: check its digits"],
    ["number", "hello", "Only test cards are accepted: see below"],
    ["expiry", "", "Enter the expiry date as MM/YY"],
    ["expiry", "13/40", "Enter the expiry date as MM/YY"],
    ["expiry", "01/20", "This card has expired"],
    ["cvc", "12", "Enter the 3-digit security code"],
    ["cvc", "12345", "Enter the 3-digit security code"],
    ["holder", "", "Enter the name on the card, in letters"],
    ["email", "", "Fill in “Email”"],
    ["email", "kim", "Enter an email address such as name@example.com"],
    ["city", "", "Fill in “City”"],
    ["country", "", "Fill in “Country”"],
    ["custom_field_1", "", "Fill in “Reader”"],
  ] as const)
    await expectProblem(more, name, value, problem, filled);
});

test("the browser does not check what may be empty or cannot be changed", async () => {
  const text = await shownPage({
    order: {
      custom_fields: {
        custom_field_1: { label: "Reader", visible: true },
        custom_field_2: { label: "Branch", value: "R", visible: true, required: true, read_only: true },
      },
    },
    customer: { city: "Ghent" },
    settings: {
      customer_fields: { visible: ["state"], read_only: ["city"] },
      credit_card_fields: { holder: "ROBIN NOVAK", read_only: ["holder"] },
    },
  });
  for (const id of ["state", "city", "custom_field_1", "custom_field_2", "holder"]) {
    expect(tagOf(text, id)).not.toBe("");
    expect([id, rulesOf(text, id)]).toStrictEqual([id, undefined]);
  }
});

test("a cardholder's name has letters of any alphabet, and no digits", async () => {
  const letters = ["Zoë O’Brien-Smith Jr.", "Jose\u0301 Nun\u0303ez", "Ким Мюллер", "D'Arc", "K".repeat(100)];
  for (const name of letters) await expectProblem({}, "holder", name, undefined);
  const problem = "Enter the name on the card, in letters";
  for (const name of ["7 Kim", "Kim 7", "Kim 7 Muller", "Kim!", "-Kim", "K".repeat(101)])
    await expectProblem({}, "holder", name, problem);
});

test("a number of an excluded brand is refused for its brand, also if it is not a test card's", async () => {
  const excluded = { payment_method: { excluded_brands: ["Visa", "MASTER", "diners"] } };
  const brand = "Cards of this brand are not accepted";
  for (const [number, problem] of [
    ["4200000000000000", brand],
    ["4111111111111111", brand],
    ["5424000000000015", brand],
    ["2221000000000009", brand],
    ["371449635398431", "Only test cards are accepted: see below"],
    ["6759649826438453", undefined],
  ] as const)
    await expectProblem(excluded, "number", number, problem);
});
