import { inspect } from "node:util";
import { expect, test } from "vitest";
import {
  type PaymentsClient,
  type SavedCardPaymentParams,
  savedCardPaymentParamsSchema,
} from "../../src/index.ts";
import { newCharge } from "../client/calls.ts";
import { problemsOf } from "../openapi/validate.ts";
import { having, refusalOf } from "./params.ts";

const pay =
  (params: SavedCardPaymentParams) =>
  ({ transactions }: PaymentsClient) =>
    transactions.pay(params);

test("a card number or security code is refused, and repeated nowhere", async () => {
  for (const [field, value] of [
    ["number", "4200000000000000"],
    ["number", 4_200_000_000_000_000],
    ["verification_value", "737"],
  ] as const) {
    const params = having(newCharge, { [`credit_card.${field}`]: value });
    const error = await refusalOf(pay(params));
    expect(error.issues.map(({ path }) => path.at(-1))).toStrictEqual([field]);
    expect(error.message).toContain("customers enter card data on the payment page");
    expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(String(value));
    expect(problemsOf("SavedCardPaymentParams", params)).not.toStrictEqual([]);
  }
  const empty = having(newCharge, { "credit_card.number": null, "credit_card.verification_value": "" });
  expect(savedCardPaymentParamsSchema.safeParse(empty).error).toBeUndefined();
  expect(problemsOf("SavedCardPaymentParams", empty)).toStrictEqual([]);
});
