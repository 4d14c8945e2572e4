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

test("does not send a quantity beside infinite that counts as not given", async () => {
  for (const quantity of NOT_GIVEN) {
    const fields = { infinite: true, quantity };
    expect(await bodySentBy(updateProduct(fields))).toStrictEqual({ infinite: true });
    expect(await bodySentBy(createProduct({ ...aProduct, ...fields }))).not.toHaveProperty("quantity");
  }
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
