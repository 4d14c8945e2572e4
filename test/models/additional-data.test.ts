/** Requests: what each field takes, and how it is sent. `conformance` has the tables of the reference, the other files what tables cannot state. */
import { describe, expect, test } from "vitest";
import { aCheckout, bodySentBy, createCheckout, errorsAt, having, refusalOf } from "./params.ts";

const SECTION = "order.additional_data";
const POSITIONS = `${SECTION}.cart.positions`;
const ITEM = { name: "Pass", amount: 12900, quantity: 3, description: "One" };

describe("a cart", () => {
  test.each<[unknown, string]>([
    ["", "must be an array"],
    [{ name: "Pass" }, "must be an array"],
    [[ITEM, "Guide"], "item 2 must be an object"],
    [[ITEM, ["Guide", 2900]], "item 2 must be an object"],
    [[ITEM, null], "item 2 is required"],
  ])("refuses the positions %j", async (positions, message) => {
    const { errors } = await refusalOf(createCheckout(having(aCheckout, { [POSITIONS]: positions })));
    expect(errors).toStrictEqual(errorsAt(`checkout.${POSITIONS}`, message));
  });

  test("reports problems of an item and of its fields separately", async () => {
    const positions = [{ ...ITEM, name: null }, "Guide"];
    const { errors, issues } = await refusalOf(createCheckout(having(aCheckout, { [POSITIONS]: positions })));
    expect(errors).toStrictEqual(
      having(errorsAt(`checkout.${POSITIONS}.base`, "item 2 must be an object"), {
        [`checkout.${POSITIONS}.0.name`]: ["is required"],
      }),
    );
    expect(issues).toHaveLength(2);
  });
});

describe("the sum of the cart", () => {
  const selling = (total: unknown, ...amounts: unknown[]) => {
    const positions = amounts.map((amount) => ({ ...ITEM, amount }));
    return createCheckout(having(aCheckout, { "order.amount": total, [POSITIONS]: positions }));
  };

  test.each<[unknown, unknown[]]>([
    [12900, [12900]],
    ["12900", [10000, 2900]],
    [12900n, ["10000", 2900n, 0]],
    [2, [2, 0]],
    [2 ** 53 - 1, [2 ** 53 - 2, 1n]],
    [9000, ["12900", "-3900"]],
    [1, [12901n, -12900n]],
  ])("must equal the order's amount: accepts %o as %o", async (total, amounts) => {
    const body = await bodySentBy(selling(total, ...amounts));
    expect(body).toHaveProperty("checkout.order.amount", Number(total));
    expect(body).toHaveProperty(
      `checkout.${POSITIONS}`,
      amounts.map((amount) => expect.objectContaining({ amount: Number(amount), quantity: 3 })),
    );
  });

  test.each<[unknown, unknown[], string]>([
    [12900, [10000, 2901], "amounts add up to 12901, but order.amount is 12900"],
    ["12900", ["12900", "1"], "amounts add up to 12901, but order.amount is 12900"],
    [12900, [], "amounts add up to 0, but order.amount is 12900"],
    [
      2 ** 53 - 1,
      [2 ** 53 - 1, 1],
      "amounts add up to 9007199254740992, but order.amount is 9007199254740991",
    ],
  ])("refuses another amount: %o as %o", async (total, amounts, message) => {
    const { errors } = await refusalOf(selling(total, ...amounts));
    expect(errors).toStrictEqual(errorsAt(`checkout.${POSITIONS}`, message));
  });

  test.each<[string, unknown, unknown[], string]>([
    ["an item's amount is wrong", 12900, [10000, 1.5], `${POSITIONS}.1.amount`],
    ["the order's amount is wrong", "129.00", [10000, 2900], "order.amount"],
  ])("is not checked when %s", async (_, total, amounts, path) => {
    const { errors } = await refusalOf(selling(total, ...amounts));
    const message = expect.stringContaining("must be an integer in minor units: 32.45 is written 3245");
    expect(errors).toStrictEqual(errorsAt(`checkout.${path}`, message));
  });
});
