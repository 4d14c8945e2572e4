import { expect, test } from "vitest";
import { productCreateParamsSchema } from "../../src/index.ts";
import { newProduct } from "../transport/calls.ts";

/** The issues of a new product with these fields. */
const issuesOf = (fields: Record<string, unknown>) =>
  productCreateParamsSchema.safeParse({ ...newProduct, ...fields }).error?.issues ?? [];

test.each(["https://shop.example/thank you", "https://shop.example/ "])("refuses %j as an address", (url) => {
  expect(issuesOf({ return_url: url }).map(({ path }) => path)).toStrictEqual([["return_url"]]);
});

test("refuses a list as a time, although it reads like one", () => {
  const [issue] = issuesOf({ immortal: false, expired_at: ["2027-01-01T00:00:00+00:00"] });
  expect(issue?.path).toStrictEqual(["expired_at"]);
});

test("a rule between fields gives a custom issue, as zod names it", () => {
  expect(issuesOf({ quantity: 3 })).toMatchObject([{ code: "custom", path: ["quantity"] }]);
});
