import { describe, expect, test } from "vitest";
import { aCheckout, bodySentBy, createCheckout, errorsAt, having, refusalOf } from "./params.ts";

const withFields = (fields: Record<string, unknown>) =>
  createCheckout(having(aCheckout, { "order.custom_fields": fields }));

const NAMES = ["custom_field_1", "custom_field_2", "custom_field_3"];
const ONE_OF_THREE = `must be one of ${NAMES.join(", ")}`;
const PATH = "checkout.order.custom_fields";

describe.each<[string, number]>([
  ["label", 50],
  ["placeholder", 50],
  ["value", 255],
])("%s", (field, limit) => {
  test.each([
    ["ASCII", "a"],
    ["umlauts", "ü"],
    ["Cyrillic", "ж"],
    ["emoji, each counted as one character", "🎟"],
  ])(`accepts ${limit} characters and refuses ${limit + 1}: %s`, async (_, character) => {
    const fits = { visible: true, [field]: character.repeat(limit) };
    const body = await bodySentBy(withFields({ custom_field_1: fits }));
    expect(body).toHaveProperty(`${PATH}.custom_field_1`, fits);

    const tooLong = { visible: true, [field]: character.repeat(limit + 1) };
    const { errors } = await refusalOf(withFields({ custom_field_1: tooLong }));
    expect(errors).toStrictEqual(
      errorsAt(`${PATH}.custom_field_1.${field}`, `must be at most ${limit} characters`),
    );
  });

  test.each([5, true, ["a"], {}])("refuses %j, which is not a string", async (value) => {
    const { errors } = await refusalOf(withFields({ custom_field_2: { value: "a", [field]: value } }));
    expect(errors).toStrictEqual(errorsAt(`${PATH}.custom_field_2.${field}`, expect.any(String)));
  });
});

describe.each(["visible", "required", "read_only"])("%s", (field) => {
  test.each([true, false])("accepts %j", async (value) => {
    const custom = { value: "M-88", [field]: value };
    const body = await bodySentBy(withFields({ custom_field_3: custom }));
    expect(body).toHaveProperty(`${PATH}.custom_field_3`, custom);
  });

  test.each(["true", 1, {}])("refuses %j", async (value) => {
    const { errors } = await refusalOf(withFields({ custom_field_3: { value: "M-88", [field]: value } }));
    expect(errors).toStrictEqual(errorsAt(`${PATH}.custom_field_3.${field}`, "must be true or false"));
  });
});

test("accepts all three", async () => {
  const fields = Object.fromEntries(NAMES.map((name) => [name, { value: name }]));
  expect(await bodySentBy(withFields(fields))).toHaveProperty(PATH, fields);
});

test("accepts none", async () => {
  expect(await bodySentBy(withFields({}))).toHaveProperty(PATH, {});
});

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

test.each([
  ["nothing", {}],
  ["only a label", { label: "Member" }],
  ["an empty value", { value: "" }],
  ["a value of null", { value: null }],
  ["visible: false", { visible: false }],
])("accepts a field with %s: the reference does not forbid it", async (_, field) => {
  const body = await bodySentBy(withFields({ custom_field_1: field }));
  expect(body).toHaveProperty(`${PATH}.custom_field_1`, field);
});

test("a number instead of text is reported as a wrong type, not as too long", async () => {
  const { errors } = await refusalOf(withFields({ custom_field_1: { label: 5, value: 5, placeholder: 5 } }));
  const text = ["must be a string"];
  expect(errors).toStrictEqual(
    having({}, { [`${PATH}.custom_field_1`]: { label: text, value: text, placeholder: text } }),
  );
});

test("accepts a visible field without a value: the customer fills it in", async () => {
  const field = { label: "Member", visible: true, required: true };
  const body = await bodySentBy(withFields({ custom_field_1: field }));
  expect(body).toHaveProperty(`${PATH}.custom_field_1`, field);
});

test("TypeScript refuses a fourth", async () => {
  await refusalOf(
    createCheckout({
      ...aCheckout,
      order: {
        ...aCheckout.order,
        custom_fields: {
          // @ts-expect-error three at most, by their names
          custom_field_4: { value: "a" },
        },
      },
    }),
  );
});
