import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import { checkoutCreateParamsSchema, productCreateParamsSchema } from "../../src/index.ts";
import { completeCheckout, completeProduct } from "./complete-params.ts";
import { MODELS } from "./models.ts";
import { having } from "./params.ts";

/** Returns the places of a value that its schema refuses. */
const compile = (schema: object) => {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictTypes: false });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  return (value: unknown): string[] => {
    const replace = (_: string, inner: unknown) => (typeof inner === "bigint" ? `${inner}` : inner);
    validate(JSON.parse(JSON.stringify(value, replace)));
    return (validate.errors ?? []).map(({ instancePath }) => instancePath);
  };
};

describe.each(["input", "output"] as const)("z.toJSONSchema, %s,", (io) => {
  test("converts every exported model, from zod and from zod/mini", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    expect(MODELS.size).toBeGreaterThan(30);
    for (const [name, model] of MODELS) {
      const schema = z.toJSONSchema(model, { io });
      if ("shape" in model) expect([name, schema.type]).toStrictEqual([name, "object"]);
      expect(mini.toJSONSchema(model, { io })).toStrictEqual(schema);
      expect(() => ajv.compile(schema)).not.toThrow();
    }
  });

  test("accepts and refuses the same values as the models", () => {
    const product = compile(z.toJSONSchema(productCreateParamsSchema, { io }));
    const checkout = compile(z.toJSONSchema(checkoutCreateParamsSchema, { io }));
    expect(product(completeProduct)).toStrictEqual([]);
    expect(checkout(completeCheckout)).toStrictEqual([]);
    expect(product({ ...completeProduct, return_url: "", expired_at: "", quantity: "" })).toStrictEqual([]);
    const wrong = {
      transaction_type: "refund",
      "order.amount": "32.45",
      "order.currency": "eur",
      "order.expired_at": "tomorrow",
      "order.custom_fields.custom_field_1.label": "🎟".repeat(51),
      "settings.return_url": "/thanks",
      "customer.country": "Germany",
      "customer.birth_date": "1988-02",
      "order.custom_fields.custom_field_4": { value: "a" },
      test: "",
    };
    const found = checkout(having(completeCheckout, wrong));
    for (const path of Object.keys(wrong)) expect(found).toContain(`/${path.replaceAll(".", "/")}`);
    for (const amount of [-1, 2 ** 53])
      expect(checkout(having(completeCheckout, { "order.amount": amount }))).toHaveLength(1);
    for (const field of ["amount", "currency", "description"])
      expect(checkout(having(completeCheckout, { [`order.${field}`]: undefined }))).toHaveLength(1);
    const fits = {
      "order.custom_fields.custom_field_1.label": "🎟".repeat(50),
      "order.custom_fields.custom_field_4": null,
    };
    expect(checkout(having(completeCheckout, fits))).toStrictEqual([]);
  });
});
