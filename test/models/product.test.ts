import { expect, test } from "vitest";
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
