import { expect, test } from "vitest";
import { aCheckout, bodySentBy, createCheckout, having, refusalOf } from "./params.ts";

const withFields = (fields: Record<string, unknown>) =>
  createCheckout(having(aCheckout, { "order.custom_fields": fields }));

const ONE_OF_THREE = "must be one of custom_field_1, custom_field_2, custom_field_3";

test("refuses other names, together with other problems", async () => {
  const { errors } = await refusalOf(
    withFields({
      custom_field_1: { label: "a".repeat(51), value: 5 },
      custom_field_2: "gift",
      custom_field_4: { value: "b" },
      custom_field_0: {},
      customField1: "a",
      toString: { value: "c" },
    }),
  );
  const base = "checkout.order.custom_fields";
  expect(errors).toStrictEqual(
    having(
      {},
      {
        [`${base}.custom_field_1`]: { label: ["must be at most 50 characters"], value: ["must be a string"] },
        [`${base}.custom_field_2`]: ["must be an object"],
        [`${base}.custom_field_4`]: [ONE_OF_THREE],
        [`${base}.custom_field_0`]: [ONE_OF_THREE],
        [`${base}.customField1`]: [ONE_OF_THREE],
        [`${base}.toString`]: [ONE_OF_THREE],
      },
    ),
  );
});

test("accepts a fourth that counts as not given", async () => {
  for (const nothing of [undefined, null, ""]) {
    const body = await bodySentBy(withFields({ custom_field_1: { value: "a" }, custom_field_4: nothing }));
    expect(body).toHaveProperty("checkout.order.custom_fields.custom_field_1", { value: "a" });
  }
});
