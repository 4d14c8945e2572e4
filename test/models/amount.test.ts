import { inspect } from "node:util";
import { expect, test } from "vitest";
import { orderSchema } from "../../src/index.ts";
import { testCases } from "../support/test-cases.ts";
import {
  aCheckout,
  aCheckoutWithACart,
  aProduct,
  bodySentBy,
  createCheckout,
  createProduct,
  errorsAt,
  having,
  refusalOf,
  updateProduct,
} from "./params.ts";

const AMOUNT = expect.stringMatching(
  /^must be an integer in minor units: 32\.45 is written 3245 \(it is .+\)$/,
);
const POSITION = "order.additional_data.cart.positions.0.amount";

const ACCEPTED: readonly (readonly [unknown, string])[] = [
  [3245, "3245"],
  [3245n, "3245"],
  ["3245", "3245"],
  [0, "0"],
  [0n, "0"],
  ["0", "0"],
  [1e3, "1000"],
  [2 ** 53 - 1, "9007199254740991"],
  [2n ** 53n - 1n, "9007199254740991"],
  ["9007199254740991", "9007199254740991"],
];

const nameOf = ([amount]: readonly [unknown, unknown]): string => inspect(amount);

testCases("an amount is sent as a string in a product", ACCEPTED, nameOf, async ([amount, digits]) => {
  const params = { amount };
  expect(await bodySentBy(createProduct(having(aProduct, params)))).toHaveProperty("amount", digits);
  expect(await bodySentBy(updateProduct(having({}, params)))).toStrictEqual({ amount: digits });
});

testCases("an amount is sent as a JSON integer in an order", ACCEPTED, nameOf, async ([amount, digits]) => {
  const integer = Number(digits);
  const params = having(aCheckoutWithACart, {
    "order.amount": amount,
    [POSITION]: amount,
    "order.additional_data.cart.positions.1.amount": 0,
  });
  const body = await bodySentBy(createCheckout(params));
  expect(body).toHaveProperty("checkout.order.amount", integer);
  expect(body).toHaveProperty(`checkout.${POSITION}`, integer);
});

const REFUSED: readonly (readonly [string, unknown])[] = [
  ["32.45", 32.45],
  ['"32.45"', "32.45"],
  ['"32,45"', "32,45"],
  ['"1e3"', "1e3"],
  ["-32.45", -32.45],
  ['" 5"', " 5"],
  ['"5 "', "5 "],
  ['"5\\n"', "5\n"],
  ['" "', " "],
  ['"+5"', "+5"],
  ['"0x10"', "0x10"],
  ['"5n"', "5n"],
  ['"1_000"', "1_000"],
  ['a full-width "５"', "５"],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["2**53", 2 ** 53],
  ["1e21", 1e21],
  ['"9007199254740992"', "9007199254740992"],
  ['"9007199254740993"', "9007199254740993"],
  ["2n**60n", 2n ** 60n],
  ["true", true],
  ["[]", []],
  ["[5]", [5]],
  ["{}", {}],
  ["a Date", new Date(5)],
];

/** The calls that an amount can be sent with, each with the path of its error. */
const callsWith = (amount: unknown) =>
  [
    ["a product", "amount", createProduct(having(aProduct, { amount }))],
    ["an update", "amount", updateProduct(having({}, { amount }))],
    ["an order", "checkout.order.amount", createCheckout(having(aCheckout, { "order.amount": amount }))],
    ["a cart", `checkout.${POSITION}`, createCheckout(having(aCheckoutWithACart, { [POSITION]: amount }))],
  ] as const;

const refusedCalls = REFUSED.flatMap(([shown, amount]) =>
  callsWith(amount).map(([place, path, call]) => ({ name: `${shown} in ${place}`, path, call })),
);

testCases(
  "a wrong amount is refused with an example of how to write 32.45",
  refusedCalls,
  ({ name }) => name,
  async ({ path, call }) => {
    const { errors, message } = await refusalOf(call);
    expect(errors).toStrictEqual(errorsAt(path, AMOUNT));
    expect(message).toContain("32.45 is written 3245");
  },
);

const NEGATIVE: readonly (readonly [unknown, number])[] = [
  [-1, -1],
  [-1n, -1],
  ["-1", -1],
  ["-0012", -12],
];

const negativeCalls = NEGATIVE.flatMap(([amount]) =>
  callsWith(amount)
    .filter(([place]) => place !== "a cart")
    .map(([place, path, call]) => {
      const shown = typeof amount === "string" ? JSON.stringify(amount) : String(amount);
      return { name: `${inspect(amount)} in ${place}`, path, call, shown };
    }),
);

testCases(
  "a negative amount is refused without the example of 32.45",
  negativeCalls,
  ({ name }) => name,
  async ({ path, call, shown }) => {
    const { errors } = await refusalOf(call);
    expect(errors).toStrictEqual(errorsAt(path, `must be 0 or more (it is ${shown})`));
  },
);

testCases("a negative amount is a discount in a cart", NEGATIVE, nameOf, async ([amount, integer]) => {
  const params = having(aCheckoutWithACart, { "order.amount": 2900 + integer, [POSITION]: amount });
  const body = await bodySentBy(createCheckout(params));
  expect(body).toHaveProperty(`checkout.${POSITION}`, integer);
});

test("leading zeros are dropped wherever digits are sent", async () => {
  const product = having(aProduct, { amount: "007", quantity: "00" });
  expect(await bodySentBy(createProduct(product))).toMatchObject({ amount: "7", quantity: "0" });
  const checkout = having(aCheckout, { "order.amount": "007", "settings.auto_return": "03" });
  expect(await bodySentBy(createCheckout(checkout))).toMatchObject({
    checkout: { order: { amount: 7 }, settings: { auto_return: "3" } },
  });
});

test.each([
  ["empty", ""],
  ["null", null],
  ["undefined", undefined],
])("an amount that is %s counts as missing", async (_, amount) => {
  const product = await refusalOf(createProduct(having(aProduct, { amount })));
  expect(product.errors).toStrictEqual(errorsAt("amount", "is required"));
  const order = await refusalOf(createCheckout(having(aCheckout, { "order.amount": amount })));
  expect(order.errors).toStrictEqual(errorsAt("checkout.order.amount", "is required"));
  const cart = await refusalOf(createCheckout(having(aCheckoutWithACart, { [POSITION]: amount })));
  expect(cart.errors).toStrictEqual(errorsAt(`checkout.${POSITION}`, "is required"));
});

test("an amount's model returns its input", () => {
  const order = { amount: 5n, currency: "EUR", description: "Pass" };
  expect(orderSchema.safeParse(order).data).toStrictEqual(order);
});
