import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import * as client from "../../src/index.ts";
import { MODELS } from "./models.ts";

const { customerSchema, orderFieldsSchema, orderSchema, productCreateParamsSchema, settingsSchema } = client;

const form = z.object({
  email: customerSchema.shape.email,
  amount: orderSchema.shape.amount,
  agree: z.literal(true),
});

test("a merchant builds a form with zod from the fields of a model", () => {
  expectTypeOf<z.input<typeof form>>().toEqualTypeOf<{
    email?: string | null | undefined;
    amount: client.Amount;
    agree: true;
  }>();
  expect(form.parse({ amount: "3245", agree: true })).toStrictEqual({ amount: "3245", agree: true });
  expect(
    z.flattenError(form.safeParse({ email: 5, amount: 32.45, agree: true }).error ?? new z.ZodError([])),
  ).toMatchObject({
    fieldErrors: {
      email: ["must be a string"],
      amount: [expect.stringContaining("must be an integer in minor units: 32.45 is written 3245")],
    },
  });
});

const newsletter = mini.extend(customerSchema, { newsletter: mini.boolean() });
const contact = mini.pick(customerSchema, { email: true, phone: true });
const page = mini.omit(settingsSchema, { style: true });
const draft = mini.partial(orderFieldsSchema);

test("objects extend, pick, omit and become partial, in value and type", () => {
  expectTypeOf<mini.output<typeof newsletter>>().toExtend<client.Customer & { newsletter: boolean }>();
  expectTypeOf<mini.output<typeof contact>>().toEqualTypeOf<{
    email?: string | null | undefined;
    phone?: string | null | undefined;
  }>();
  expectTypeOf<mini.output<typeof page>>().toEqualTypeOf<Omit<client.Settings, "style">>();
  expectTypeOf<mini.output<typeof draft>>().toEqualTypeOf<{
    [Field in keyof client.Order]?: client.Order[Field] | undefined;
  }>();

  expect(newsletter.safeParse({ country: "DE", newsletter: true }).success).toBe(true);
  expect(newsletter.safeParse({ country: "Germany", newsletter: "yes" }).error?.issues).toMatchObject([
    { path: ["country"] },
    { path: ["newsletter"] },
  ]);
  expect(Object.keys(contact.shape)).toStrictEqual(["email", "phone"]);
  expect(Object.keys(page.shape)).not.toContain("style");
  expect(draft.safeParse({}).success).toBe(true);
});

test("the output of a model is its type", () => {
  expectTypeOf<mini.output<typeof orderSchema>>().toEqualTypeOf<client.Order>();
  expectTypeOf<mini.input<typeof productCreateParamsSchema>>().toEqualTypeOf<client.ProductCreateParams>();
  expectTypeOf<mini.output<typeof client.transactionSchema>>().toEqualTypeOf<client.Transaction>();
  expectTypeOf<(typeof orderSchema)["shape"]["currency"]>().toExtend<mini.ZodMiniType<string, string>>();
});

test("where rules forbid to pick, the model of the fields alone can be picked from", () => {
  for (const [name, model] of MODELS) {
    if (!(model instanceof mini.ZodMiniObject)) continue;
    const hasRules = (model._zod.def.checks ?? []).some(({ _zod }) => _zod.def.check === "custom");
    const fields = `${name.slice(0, -"Schema".length)}FieldsSchema`;
    const alone = hasRules ? [...MODELS].find(([known]) => known === fields)?.[1] : model;
    if (!(alone instanceof mini.ZodMiniObject)) throw new Error(`${fields} is not exported`);
    expect(() => mini.partial(alone), name).not.toThrow();
    expect(Object.keys(alone.shape), name).toStrictEqual(Object.keys(model.shape));
  }
});

test("the smallest parts make forms of a merchant's own", () => {
  const parts = z.object({
    price: client.amountSchema,
    currency: client.currencySchema,
    country: client.countrySchema,
    link: client.urlSchema,
    until: z.optional(client.timeSchema),
  });
  expectTypeOf<z.output<typeof parts>>().toEqualTypeOf<{
    price: client.Amount;
    currency: string;
    country: string;
    link: string;
    until?: client.Time | undefined;
  }>();
  const valid = { price: 3245, currency: "EUR", country: "DE", link: "https://shop.example" };
  expect(parts.safeParse({ ...valid, until: new Date(0) }).success).toBe(true);
  const empty = { price: "", currency: "", country: "", link: "", until: "" };
  expect(parts.safeParse(empty).error?.issues.map(({ message }) => message)).toStrictEqual(
    Array.from({ length: 5 }, () => "is required"),
  );
});
