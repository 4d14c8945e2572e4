/** The forms of an amount. `conformance` has an amount in every field. */
import { expect, test } from "vitest";
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
} from "./params.ts";

const ORDER = "order.amount";
const POSITION = "order.additional_data.cart.positions.0.amount";

test.each<[unknown, string]>([
  [3245, "3245"],
  [3245n, "3245"],
  ["3245", "3245"],
  [1e3, "1000"],
  [2 ** 53 - 1, "9007199254740991"],
  ["9007199254740991", "9007199254740991"],
])("an amount of %o is a string in a product, and a JSON integer in an order", async (amount, digits) => {
  expect(await bodySentBy(createProduct(having(aProduct, { amount })))).toHaveProperty("amount", digits);
  const body = await bodySentBy(createCheckout(having(aCheckout, { [ORDER]: amount })));
  expect(body).toHaveProperty(`checkout.${ORDER}`, Number(digits));
});

test.each([0, 0n, "0"])(
  "an amount of %o is free in a product, and saves a card in an order",
  async (amount) => {
    expect(await bodySentBy(createProduct(having(aProduct, { amount })))).toHaveProperty("amount", "0");
    const params = having(aCheckout, { transaction_type: "tokenization", [ORDER]: amount });
    expect(await bodySentBy(createCheckout(params))).toHaveProperty(`checkout.${ORDER}`, 0);
  },
);

test.each(["payment", "authorization", "charge"])("an order of 0 is no %s", async (transaction_type) => {
  for (const amount of [0, 0n, "0"]) {
    const params = having(aCheckout, { transaction_type, [ORDER]: amount });
    const { errors, issues } = await refusalOf(createCheckout(params));
    const message = "must be 1 or more. Mark an order of 0 as paid without a payment";
    expect(errors).toStrictEqual(errorsAt(`checkout.${ORDER}`, message));
    expect(issues).toMatchObject([{ code: "too_small", params: { minimum: 1 } }]);
  }
});

test.each([
  ["012502490", '"012502490"'],
  ["003245", '"003245"'],
  ["00", '"00"'],
  ["-0", '"-0"'],
  ["-0012", '"-0012"'],
  ["00000000000000001", "another text"],
])("an amount of %j was made by joining texts, and is refused", async (amount, found) => {
  const message = `must be an integer without a leading zero, which a + between texts makes (it is ${found})`;
  for (const path of [ORDER, POSITION]) {
    const { errors } = await refusalOf(createCheckout(having(aCheckoutWithACart, { [path]: amount })));
    expect(JSON.stringify(errors)).toContain(JSON.stringify(message).slice(1, -1));
  }
  const { errors } = await refusalOf(createProduct(having(aProduct, { amount })));
  expect(errors).toStrictEqual(errorsAt("amount", message));
});

test("a quantity may have leading zeros, because columns of a fixed width have", async () => {
  expect(await bodySentBy(createProduct(having(aProduct, { quantity: "007" })))).toHaveProperty(
    "quantity",
    "7",
  );
});

const EXACTLY = 'toMinorUnits("32.45", currency) converts a price exactly';
const OTHER_TEXT = `another text; ${EXACTLY}`;

test.each<[unknown, string]>([
  [32.45, `32.45; ${EXACTLY}`],
  [19.99 * 100, `1998.9999999999998; ${EXACTLY}`],
  [Number.NaN, `NaN; ${EXACTLY}`],
  [-Infinity, `-Infinity; ${EXACTLY}`],
  [2 ** 53, `9007199254740992; ${EXACTLY}`],
  [2n ** 53n, `9007199254740992; ${EXACTLY}`],
  [10n ** 30n, `1e+30; ${EXACTLY}`],
  ["9007199254740992", `another text; ${EXACTLY}`],
  ["32.45", `"32.45"; ${EXACTLY}`],
  ["32,45", `"32,45"; ${EXACTLY}`],
  ["1e3", `"1e3"; ${EXACTLY}`],
  [" 5", `" 5"; ${EXACTLY}`],
  ["5\n", `"5\\n"; ${EXACTLY}`],
  ["+5", `"+5"; ${EXACTLY}`],
  ["0x10", OTHER_TEXT],
  ["５", OTHER_TEXT],
  ["4200 0000 0000 0000", OTHER_TEXT],
  ["Kim", OTHER_TEXT],
  [true, `true; ${EXACTLY}`],
  [[5], `an object; ${EXACTLY}`],
  [new Date(5), `an object; ${EXACTLY}`],
  // What `decimal.js` and its like look like.
  [{ digits: [19, 99] }, `an object; ${EXACTLY}`],
])("an amount of %o is refused, and the message says how to write 32.45", async (amount, found) => {
  const { errors } = await refusalOf(createCheckout(having(aCheckout, { [ORDER]: amount })));
  const message = `must be an integer in minor units: 32.45 is written 3245 (it is ${found})`;
  expect(errors).toStrictEqual(errorsAt(`checkout.${ORDER}`, message));
});

test.each<[unknown, number, string]>([
  [-1, -1, "-1"],
  [-1n, -1, "-1"],
  ["-12", -12, '"-12"'],
])("a negative amount, %o, is refused in an order, and discounts a cart", async (amount, integer, shown) => {
  const { errors } = await refusalOf(createCheckout(having(aCheckoutWithACart, { [ORDER]: amount })));
  expect(errors).toStrictEqual(errorsAt(`checkout.${ORDER}`, `must be 0 or more (it is ${shown})`));
  const params = having(aCheckoutWithACart, { [ORDER]: 2900 + integer, [POSITION]: amount });
  expect(await bodySentBy(createCheckout(params))).toHaveProperty(`checkout.${POSITION}`, integer);
});
