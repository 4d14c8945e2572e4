import { expect, test } from "vitest";
import { ValidationError } from "../../src/index.ts";
import { type Endpoint, refusal } from "./refusal.ts";

test("a __proto__ key pollutes no prototype", async () => {
  const body =
    '{"message":"no","errors":{"__proto__":{"polluted":["a"]},"constructor":{"prototype":{"polluted":"b"}}}}';
  const error = await refusal("product", { status: 422, body });
  expect({}).not.toHaveProperty("polluted");
  expect(JSON.stringify(error.response.body)).toBe(body);
  expect(error.issues).toStrictEqual([
    { path: ["__proto__", "polluted"], messages: ["a"] },
    { path: ["constructor", "prototype", "polluted"], messages: ["b"] },
  ]);
  expect(Object.getPrototypeOf(error.errors)).toBe(Object.prototype);
});

const LEVELS = 10_000;
const nested = (open: string, close: string) =>
  `{"message":"no","errors":${open.repeat(LEVELS)}"deep"${close.repeat(LEVELS)}}`;

test.each<[string, Endpoint, string]>([
  ["objects with the same key", "product", nested('{"a":', "}")],
  ["objects named checkout", "checkout", nested('{"checkout":', "}")],
  ["arrays", "product", nested("[", "]")],
  [
    "responses in responses",
    "product",
    `${'{"response":'.repeat(LEVELS)}{"message":"no"}${"}".repeat(LEVELS)}`,
  ],
  ["dots", "product", JSON.stringify({ message: "no", errors: { ["a.".repeat(LEVELS)]: ["deep"] } })],
])("errors nested in ten thousand levels of %s keep the error class", async (_what, endpoint, body) => {
  const error = await refusal(endpoint, { status: 422, body });
  expect(error.constructor).toBe(ValidationError);
  expect(error.response.status).toBe(422);
  expect(JSON.stringify(error.issues).length).toBeLessThan(100_000);
});

test("an object is no message", async () => {
  const error = await refusal("product", { status: 404, body: { message: { en: "Not found" } } });
  expect(error.message).not.toContain("[object");
});

test("15 million arrays in one another are left as text, which takes no seconds to read", async () => {
  const text = `${"[".repeat(15_000_000)}${"]".repeat(15_000_000)}`;
  const error = await refusal("product", { status: 422, body: text });
  expect(error.response.body === text).toBe(true);
  const wide = `{"message":"no","list":[${"[],".repeat(1_000_000)}"[["]}`;
  expect((await refusal("product", { status: 422, body: wide })).message).toContain("got 422: no");
});
