import { expect, test } from "vitest";
import { aCheckout, bodySentBy, createCheckout, errorsAt, having, refusalOf } from "./params.ts";

const withFields = (fields: Record<string, unknown>) =>
  createCheckout(having(aCheckout, { "order.custom_fields": fields }));

const NAMES = ["custom_field_1", "custom_field_2", "custom_field_3"];
const ONE_OF_THREE = `must be one of ${NAMES.join(", ")}`;
const PATH = "checkout.order.custom_fields";

test.each(["custom_field_4", "custom_field_0", "custom_field", "customField1", "toString"])(
  "refuses one with the name %s",
  async (name) => {
    const { errors } = await refusalOf(
      withFields({ custom_field_1: { value: "a" }, [name]: { value: "b" } }),
    );
    expect(errors).toStrictEqual(errorsAt(`${PATH}.${name}`, ONE_OF_THREE));
  },
);

test("refuses a fourth together with other problems", async () => {
  const { errors } = await refusalOf(
    withFields({
      custom_field_1: { label: "a".repeat(51), value: 5 },
      custom_field_2: "gift",
      custom_field_4: { value: "b" },
      custom_field_5: { value: "c" },
    }),
  );
  expect(errors).toStrictEqual({
    checkout: {
      order: {
        custom_fields: {
          custom_field_1: { label: ["must be at most 50 characters"], value: [expect.any(String)] },
          custom_field_2: ["must be an object"],
          custom_field_4: [ONE_OF_THREE],
          custom_field_5: [ONE_OF_THREE],
        },
      },
    },
  });
});

test.each([
  ["undefined", undefined],
  ["null", null],
  ['""', ""],
])("accepts a fourth that is %s: it counts as not given", async (_, nothing) => {
  const fields = { custom_field_1: { value: "a" }, custom_field_4: nothing };
  const body = await bodySentBy(withFields(fields));
  expect(body).toHaveProperty(`${PATH}.custom_field_1`, { value: "a" });
});
