import { expect, test } from "vitest";
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
  expect([answer.status, await status(token)]).toStrictEqual([422, "error"]);
  expect(answer.text).toMatch(/<a href="#method"[^>]*>Choose a way to pay</);
  expect(answer.text).toMatch(/id="method-problem"[^>]*>Choose a way to pay</);
  expect(answer.text.match(/ id="method"/g)).toHaveLength(1);
  expect(choicesIn(answer.text)[0]?.tag).toContain(' id="method"');
});

test("each choice names its kind, by which the page shows the card form and read_only fields", async () => {
  const kinds = choicesIn(await shownPage({ payment_method: { types: TYPES } })).map(
    ({ tag }) => / data-kind="(\w+)"/.exec(tag)?.[1],
  );
  expect(kinds).toStrictEqual(["bill", "card", "wallet", "bill"]);
});

test("the heading names the only method", async () => {
  expect(await shownPage({ payment_method: { types: ["erip"] } })).toMatch(/<h1[^>]*>.*Pay with ERIP/s);
});
