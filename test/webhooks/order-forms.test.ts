/** Databases return the fields of an order in other forms. A form is read as the database means it, or is refused by name. */
import { describe, expect, test } from "vitest";
import { handlePayment } from "../../src/webhooks.ts";

/** Applies a payment of 32.45 USD with a tracking id to an order with these fields. */
async function pay(fields: object, trackingId = "1004", isTest = false) {
  const payment = { uid: "u-1", type: "payment", status: "successful", amount: 3245, currency: "USD" };
  const row = { amount: 3245, currency: "USD", paidBy: null as string | null, ...fields };
  const shop = {
    findOrder: () => row,
    paid: ({ uid }: { readonly uid: string }) => {
      row.paidBy ??= uid;
    },
    review: () => undefined,
    test: () => undefined,
  };
  const { is, ...result } = await handlePayment(shop, { ...payment, tracking_id: trackingId, test: isTest });
  return "reason" in result ? result.reason : is;
}

test.each<[unknown, unknown]>([
  [false, true],
  [0, 1],
  [null, 1],
])("a flag may be %j or %j", async (off, on) => {
  expect(await pay({ closed: off })).toBe("paid");
  expect(await pay({ closed: on })).toBe("closed");
  expect(await pay({ test: off }, "1004", true)).toBe("test");
  expect(await pay({ test: on }, "1004", true)).toBe("paid");
});

test("an amount may be an integer or digits, with leading zeros", async () => {
  for (const amount of ["0000003245", "3245", 3245, 3245n]) expect(await pay({ amount })).toBe("paid");
});

/** The form that an error demands. */
const FORMS: Readonly<Record<string, string>> = {
  amount: "an integer in minor units, such as 3245 for 32.45",
  currency: "an alpha-3 code in capitals, such as EUR",
  paidBy: "the uid of a payment, or null",
  trackingId: "text, or left out",
  closed: "true, false, 1 or 0",
  test: "true, false, 1 or 0",
};

const REFUSED: Readonly<Record<string, readonly unknown[]>> = {
  amount: [32.45, "32.45", "3,245", -3245, "", null, undefined, Buffer.from([1]), Number.NaN],
  currency: ["usd", "EURO", "xEUR", "", null, undefined, 840],
  paidBy: ["", 0, false, undefined],
  trackingId: [Buffer.from("1004"), { id: 1004 }, true, 1.5],
  closed: [Buffer.from([0]), "0", "false", "", 2, {}],
  test: [Buffer.from([1]), "1", "true", "", -1, []],
};

test.each(Object.entries(REFUSED))("another form of %s is an error that names it", async (field, values) => {
  for (const value of values)
    await expect(pay({ [field]: value }), String(value)).rejects.toThrow(
      expect.objectContaining({
        name: "TypeError",
        message: `The order that findOrder returned cannot be compared: ${field} must be ${FORMS[field]}`,
      }),
    );
});

describe("trackingId, if the order has one, is compared as text", () => {
  test.each<[unknown, string, string]>([
    ["1004", "1004", "paid"],
    [1004, "1004", "paid"],
    [1004n, "1004", "paid"],
    [1005n, "1004", "mismatch"],
    ["1004", "1005", "mismatch"],
    [null, "1004-B", "paid"],
    [undefined, "1004-B", "paid"],
    [1004, "1004-B", "mismatch"],
    [1004, "01004", "mismatch"],
    [1004, "1004.0", "mismatch"],
    ["a", "A", "mismatch"],
  ])("%s with the payment's %s: %s", async (trackingId, sent, result) => {
    expect(await pay({ trackingId }, sent)).toBe(result);
  });

  test("and id is not, because a shop may send another number", async () => {
    expect(await pay({ id: 7 }, "1004")).toBe("paid");
  });
});
