import { describe, expect, test } from "vitest";
import { CUSTOMER_FIELDS } from "./complete-params.ts";
import { aCheckout, createCheckout, errorsAt, having, refusalOf } from "./params.ts";

describe("a field in customer_fields.read_only", () => {
  const REQUIRED = "is required by settings.customer_fields.read_only";
  const showing = (readOnly: unknown, customer: unknown) =>
    createCheckout(having(aCheckout, { "settings.customer_fields.read_only": readOnly, customer }));

  test("is refused when the customer section, or its field, is not given", async () => {
    const expected = Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, [REQUIRED]]));
    const empty = [undefined, null, ""].map((nothing) =>
      Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, nothing])),
    );
    for (const customer of [undefined, null, {}, ...empty]) {
      const { errors } = await refusalOf(showing(CUSTOMER_FIELDS, customer));
      expect(errors).toStrictEqual({ checkout: { customer: expected } });
    }
  });

  test("is reported once, however often it is listed", async () => {
    const { errors } = await refusalOf(showing(["email", "email"], {}));
    expect(errors).toStrictEqual(errorsAt("checkout.customer.email", REQUIRED));
  });

  test("is refused at the list only when it is another name", async () => {
    const path = "checkout.settings.customer_fields.read_only";
    for (const name of ["mail", "external_id", "toString"]) {
      const { errors } = await refusalOf(showing([name], { external_id: "c-88" }));
      expect(errors).toStrictEqual(errorsAt(path, `item 1 must be one of ${CUSTOMER_FIELDS.join(", ")}`));
    }
  });
});
