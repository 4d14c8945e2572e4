import { describe, expect, test } from "vitest";
import {
  aProduct,
  aProductSent,
  bodySentBy,
  createProduct,
  having,
  refusalOf,
  updateProduct,
} from "./params.ts";

const NOT_GIVEN = [undefined, null, ""];

describe.each([
  ["on creation", (fields: object) => createProduct({ ...aProduct, ...fields })],
  ["on update", (fields: object) => updateProduct({ ...fields })],
])("%s", (_, call) => {
  test("refuses a quantity beside infinite", async () => {
    for (const quantity of [40, "40", 0, "0"]) {
      const { errors } = await refusalOf(call({ infinite: true, quantity }));
      expect(errors).toStrictEqual({ quantity: ["must not be sent when infinite is true"] });
    }
  });

  test("does not send a quantity beside infinite that counts as not given", async () => {
    for (const quantity of NOT_GIVEN) {
      const body = await bodySentBy(call({ infinite: true, quantity }));
      expect(body).toHaveProperty("infinite", true);
      expect(body).not.toHaveProperty("quantity");
    }
  });

  test("accepts a quantity with infinite: false, and an expiry with immortal", async () => {
    const fields = { infinite: false, quantity: 3, immortal: true, expired_at: "2027-01-01T00:00:00Z" };
    const sent = { ...fields, quantity: "3", expired_at: "2027-01-01T00:00:00+00:00" };
    expect(await bodySentBy(call(fields))).toMatchObject(sent);
  });
});

describe.each([
  ["quantity", "infinite"],
  ["expired_at", "immortal"],
])("%s of a new product", (field, unless) => {
  test(`is required unless ${unless} is true`, async () => {
    for (const value of NOT_GIVEN) {
      for (const flag of [undefined, null, false]) {
        const params = having(aProduct, { [field]: value, [unless]: flag });
        const { errors } = await refusalOf(createProduct(params));
        expect(errors).toStrictEqual({ [field]: [`is required unless ${unless} is true`] });
      }
      for (const flag of ["true", "", 1, {}]) {
        const params = having(aProduct, { [field]: value, [unless]: flag });
        const { errors } = await refusalOf(createProduct(params));
        expect(errors).toStrictEqual({
          [unless]: ["must be true or false"],
          [field]: [`is required unless ${unless} is true`],
        });
      }
    }
  });

  test(`may be left out if ${unless} is true`, async () => {
    const body = await bodySentBy(createProduct(having(aProduct, { [field]: undefined, [unless]: true })));
    const sent = having(aProductSent, { [field]: undefined, [unless]: true });
    expect(body).toStrictEqual(JSON.parse(JSON.stringify(sent)));
  });
});

test("a new product without a language gets the default, since the reference marks it required", async () => {
  for (const language of NOT_GIVEN)
    expect(await bodySentBy(createProduct(having(aProduct, { language })))).toStrictEqual(aProductSent);
});

test("an update may set one of two fields alone: the other one may already be set", async () => {
  for (const changes of [{ infinite: false }, { immortal: false }])
    expect(await bodySentBy(updateProduct(changes))).toStrictEqual(changes);
});

test("refuses an update in which all fields are undefined: there is nothing to update", async () => {
  const nothing = { name: undefined, amount: undefined, undocumented: undefined };
  for (const fields of [{}, { name: undefined }, nothing]) {
    const { errors, message } = await refusalOf(updateProduct({ ...fields }));
    expect(errors).toStrictEqual({ base: ["must have at least one field"] });
    expect(message).toBe("products.update was not sent: must have at least one field");
  }
});
