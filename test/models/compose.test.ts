import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import * as client from "../../src/index.ts";
import { MODELS } from "./models.ts";

const { customerSchema, orderSchema } = client;

const { email } = customerSchema.shape;
const form = z.object({ email, amount: orderSchema.shape.amount, agree: z.literal(true) });

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
