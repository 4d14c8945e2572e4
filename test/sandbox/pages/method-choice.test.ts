import { describe, expect, test } from "vitest";
import { CARD, openPages, page, shownPage } from "./open-pages.ts";

interface Choice {
  readonly tag: string;
  readonly method: string;
  readonly name: string;
  readonly isChosen: boolean;
}

/** The choices of a method on a page. */
const choicesIn = (text: string): Choice[] =>
  [...text.matchAll(/<label[^>]*>(<input type="radio"[^>]*>)(.*?)<\/label>/g)].map(
    ([, tag = "", content = ""]) => ({
      tag,
      method: / value="([^"]*)"/.exec(tag)?.[1] ?? "",
      name: content.replaceAll(/<[^>]*>/g, ""),
      isChosen: tag.includes(" checked"),
    }),
  );

const chosenIn = (text: string): string[] =>
  choicesIn(text).flatMap(({ method, isChosen }) => (isChosen ? [method] : []));

const TYPES = ["bank_transfer", "credit_card", "google_pay", "erip"];

test("each method has its name, or one made from its type", async () => {
  const types = ["credit_card", "google_pay", "erip", "sbp", "blik", "p24pl", "bank_transfer"];
  for (const [language, names] of [
    ["en", ["Bank card", "Google Pay", "ERIP", "SBP", "BLIK", "P24pl", "Bank transfer"]],
    ["ru", ["Банковская карта", "Google Pay", "ЕРИП", "SBP", "BLIK", "P24pl", "Bank transfer"]],
  ] as const) {
    const text = await shownPage({ payment_method: { types }, settings: { language } });
    expect(choicesIn(text).map(({ method }) => method)).toStrictEqual(types);
    expect(choicesIn(text).map(({ name }) => name)).toStrictEqual(names);
  }
});

test("the merchant's first method is chosen at first", async () => {
  for (const types of [TYPES, [...TYPES].reverse()]) {
    expect(chosenIn(await shownPage({ payment_method: { types } }))).toStrictEqual([types[0]]);
  }
});

test("a chosen method stays chosen while another field has a problem", async () => {
  const { checkout, post } = openPages();
  const customer_fields = { visible: ["email" as const] };
  const token = await checkout({ payment_method: { types: TYPES }, settings: { customer_fields } });
  for (const method of TYPES) {
    const { status, text } = await post(page(token), { ...CARD, method, email: "" });
    expect([status, chosenIn(text)]).toStrictEqual([422, [method]]);
  }
});

test("without a choice the page asks for one, with a link to the first method", async () => {
  const { checkout, post, status } = openPages();
  const token = await checkout({ payment_method: { types: TYPES } });
  const { method, ...withoutMethod } = CARD;
  const answer = await post(page(token), withoutMethod);
  expect([answer.status, await status(token)]).toStrictEqual([422, "incomplete"]);
  expect(answer.text).toMatch(/<a href="#method"[^>]*>Choose a way to pay</);
  expect(answer.text).toMatch(/id="method-problem"[^>]*>Choose a way to pay</);
  expect(answer.text.match(/ id="method"/g)).toHaveLength(1);
  expect(choicesIn(answer.text)[0]?.tag).toContain(' id="method"');
});

test("each choice names its kind, by which the page shows the card form and read_only fields", async () => {
  const kinds = choicesIn(await shownPage({ payment_method: { types: TYPES } })).map(
    ({ tag }) => / data-kind="(\w+)"/.exec(tag)?.[1],
  );
  expect(kinds).toStrictEqual(["alternative", "card", "wallet", "alternative"]);
});

describe("the merchant's parameters of a method", () => {
  /** The labels and values that a page lists. */
  const factsIn = (text: string): string[][] =>
    [...text.matchAll(/<dt>([^<]*)<\/dt><dd[^>]*>([^<]*)<\/dd>/g)].map(([, label = "", value = ""]) => [
      label,
      value,
    ]);

  test("are listed as far as they were sent", async () => {
    for (const [erip, facts] of [
      [
        { service_no: "99999999", account_number: "A-1007" },
        [
          ["Service number", "99999999"],
          ["Account number", "A-1007"],
        ],
      ],
      [{ service_no: "99999999" }, [["Service number", "99999999"]]],
      [{ account_number: "A-1007" }, [["Account number", "A-1007"]]],
      [{}, []],
    ] as const) {
      const text = await shownPage({ payment_method: { types: ["erip"], erip } });
      expect(factsIn(text)).toStrictEqual(facts);
      expect(text).not.toMatch(/<dl[^>]*><\/dl>/);
    }
  });

  test("are not listed for a wallet", async () => {
    const google_pay = { service_no: "99999999", account_number: "A-1007" };
    const text = await shownPage({ payment_method: { types: ["google_pay"], google_pay } });
    expect(text).toContain("Pay with Google Pay");
    expect(factsIn(text)).toStrictEqual([]);
    expect(text).not.toContain("A-1007");
  });
});
