import { describe, expect, test } from "vitest";
import {
  aCheckout,
  aCheckoutWithACart,
  bodySentBy,
  createCheckout,
  errorsAt,
  having,
  refusalOf,
} from "./params.ts";

const SECTION = "order.additional_data";
const POSITIONS = `${SECTION}.cart.positions`;

describe("a cart", () => {
  test.each([
    ["left out", undefined],
    ["null", null],
  ])("is refused with its positions %s, unless it has an array by another name", async (_, nothing) => {
    const { errors } = await refusalOf(createCheckout(having(aCheckout, { [POSITIONS]: nothing })));
    expect(errors).toStrictEqual(errorsAt(`checkout.${POSITIONS}`, "is required"));
    const cart = { positions: nothing, items: [{ name: "Pass", amount: 1 }] };
    const body = await bodySentBy(createCheckout(having(aCheckout, { [`${SECTION}.cart`]: cart })));
    expect(body).toHaveProperty(`checkout.${SECTION}.cart.items`, cart.items);
  });

  test.each<[unknown, string]>([
    ["Guide", "item 2 must be an object"],
    [["Guide", 2900], "item 2 must be an object"],
    [null, "item 2 is required"],
  ])("refuses %j as its second item", async (item, message) => {
    const call = createCheckout(having(aCheckoutWithACart, { [`${POSITIONS}.1`]: item }));
    const { errors } = await refusalOf(call);
    expect(errors).toStrictEqual(errorsAt(`checkout.${POSITIONS}`, message));
  });

  test.each(["", "Pass", { name: "Pass" }, 5])(
    "refuses positions %j: they must be an array",
    async (positions) => {
      const { errors } = await refusalOf(createCheckout(having(aCheckout, { [POSITIONS]: positions })));
      expect(errors).toStrictEqual(errorsAt(`checkout.${POSITIONS}`, "must be an array"));
    },
  );

  test("reports problems of an item and of its fields separately", async () => {
    const call = createCheckout(
      having(aCheckoutWithACart, { [`${POSITIONS}.0.name`]: null, [`${POSITIONS}.1`]: "Guide" }),
    );
    const { errors, issues } = await refusalOf(call);
    expect(errors).toStrictEqual(
      having(errorsAt(`checkout.${POSITIONS}.base`, "item 2 must be an object"), {
        [`checkout.${POSITIONS}.0.name`]: ["is required"],
      }),
    );
    expect(issues).toHaveLength(2);
  });
});

describe("the sum of the cart", () => {
  const selling = (total: unknown, ...amounts: unknown[]) =>
    createCheckout(
      having(aCheckout, {
        "order.amount": total,
        [POSITIONS]: amounts.map((amount) => ({ name: "Pass", amount, quantity: 3, description: "One" })),
      }),
    );

  test.each<[unknown, unknown[]]>([
    [12900, [12900]],
    [12900, [10000, 2900]],
    ["12900", [10000, 2900]],
    [12900n, ["10000", 2900n]],
    [12900, ["10000", 2900n, 0]],
    [0, [0]],
    [0, []],
    [2 ** 53 - 1, [2 ** 53 - 2, 1n]],
    [9000, [12900, -3900]],
    [9000, ["12900", "-3900"]],
    [0, [12900n, -12900n]],
  ])("must equal the order's amount: accepts %o as %o", async (total, amounts) => {
    const body = await bodySentBy(selling(total, ...amounts));
    expect(body).toHaveProperty("checkout.order.amount", Number(total));
    expect(body).toHaveProperty(
      `checkout.${POSITIONS}`,
      amounts.map((amount) => expect.objectContaining({ amount: Number(amount), quantity: 3 })),
    );
  });

  test.each<[unknown, unknown[], string]>([
    [12900, [10000], "amounts add up to 10000, but order.amount is 12900"],
    [12900, [10000, 2901], "amounts add up to 12901, but order.amount is 12900"],
    ["12900", ["12900", "1"], "amounts add up to 12901, but order.amount is 12900"],
    [12900n, [12900n, 12900], "amounts add up to 25800, but order.amount is 12900"],
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
    expect(errors).toStrictEqual(
      errorsAt(
        `checkout.${path}`,
        expect.stringContaining("must be an integer in minor units: 32.45 is written 3245"),
      ),
    );
  });
});
