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
const CONTRACTS = "one of recurring, oneclick, credit, card_on_file";
const TYPES = ["delayed_charge", "increment", "resubmission", "reauthorization", "no_show"];

test.each<[string, unknown, string]>([
  ["receipt_text", "Thank you", "must be an array"],
  ["receipt_text", ["Thank you", 5], "item 2 must be a string"],
  ["contract", "recurring", "must be an array"],
  ["contract", ["recurring", "oneClick"], `item 2 must be ${CONTRACTS}`],
  ["contract", [true], `item 1 must be ${CONTRACTS}`],
  ["card_on_file", "merchant", "must be an object"],
  ["card_on_file.initiator", "shop", "must be one of merchant, customer"],
  ["card_on_file.initiator", 1, "must be one of merchant, customer"],
  ["card_on_file.type", "monthly", `must be one of ${TYPES.join(", ")}`],
  ["avs_cvc_verification", "1", "must be an object"],
  ["avs_cvc_verification", ["1"], "must be an object"],
  ["dest_phone_num", 4930000000, "must be a string"],
  ["dest_wallet_num", 1, "must be a string"],
  ["recipient", "DE00", "must be an object"],
  ["recipient.account_number", 100, "must be a string"],
  ["recipient.account_number_type", "IBAN", "must be one of card, iban, bic, other"],
  ["recipient.expected_bank_code", 5, "must be a string"],
  ["cart", [], "must be an object"],
  ["cart", "Pass", "must be an object"],
  ["cart", {}, ""],
])("refuses %s: %j", async (field, value, message) => {
  const { errors } = await refusalOf(createCheckout(having(aCheckout, { [`${SECTION}.${field}`]: value })));
  const expected = message
    ? errorsAt(`checkout.${SECTION}.${field}`, message)
    : errorsAt(`checkout.${POSITIONS}`, "is required");
  expect(errors).toStrictEqual(expected);
});

test.each<[string, unknown]>([
  ["receipt_text", []],
  ["receipt_text", ["Thank you", ""]],
  ["contract", []],
  ["contract", ["recurring", "oneclick", "credit", "card_on_file"]],
  ["card_on_file", {}],
  ["card_on_file", { initiator: "merchant" }],
  ["card_on_file", { initiator: "customer" }],
  ["avs_cvc_verification", { anything: [1] }],
  ["dest_phone_num", "+4930000000"],
  ["dest_wallet_num", "W-1"],
  ["recipient", {}],
  ...["card", "iban", "bic", "other"].map((type): [string, unknown] => [
    "recipient",
    { account_number: "1", account_number_type: type, expected_bank_code: "05" },
  ]),
])("sends %s %j unchanged", async (field, value) => {
  const body = await bodySentBy(createCheckout(having(aCheckout, { [`${SECTION}.${field}`]: value })));
  expect(body).toHaveProperty(`checkout.${SECTION}.${field}`, value);
});

describe.each(TYPES)("card_on_file.type %s", (type) => {
  const withCardOnFile = (cardOnFile: object) =>
    createCheckout(having(aCheckout, { [`${SECTION}.card_on_file`]: cardOnFile }));

  test.each(["merchant", "customer", undefined, null, ""])(
    "is sent beside initiator %j: the gateway does not use it where it does not apply",
    async (initiator) => {
      const body = await bodySentBy(withCardOnFile({ initiator, type }));
      expect(body).toHaveProperty(`checkout.${SECTION}.card_on_file.type`, type);
    },
  );
});

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

  describe.each(["name", "amount", "quantity", "description"])("item's %s", (field) => {
    test.each([undefined, null, ""])("is required: refuses %j, by the item's index", async (nothing) => {
      const call = createCheckout(having(aCheckoutWithACart, { [`${POSITIONS}.1.${field}`]: nothing }));
      const { errors } = await refusalOf(call);
      expect(errors).toStrictEqual(errorsAt(`checkout.${POSITIONS}.1.${field}`, "is required"));
    });
  });

  test.each<[string, unknown, string]>([
    ["name", 5, "must be a string"],
    ["type", 5, "must be a string"],
    ["amount", "29.00", expect.stringContaining("must be an integer in minor units: 32.45 is written 3245")],
    ["quantity", 0.5, "must be a whole number, or its digits"],
    ["quantity", "a few", "must be a whole number, or its digits"],
    ["quantity", -1, "must be a whole number, or its digits"],
    ["description", {}, "must be a string"],
    ["nomenclature_code", 1, "must be a string"],
  ])("item is refused with %s: %j", async (field, value, message) => {
    const call = createCheckout(having(aCheckoutWithACart, { [`${POSITIONS}.1.${field}`]: value }));
    const { errors } = await refusalOf(call);
    expect(errors).toStrictEqual(errorsAt(`checkout.${POSITIONS}.1.${field}`, message));
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
