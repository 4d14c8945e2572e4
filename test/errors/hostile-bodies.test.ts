import { expect, test } from "vitest";
import { NotFoundError, ValidationError } from "../../src/index.ts";
import { type Endpoint, refusal } from "./refusal.ts";

test("a __proto__ key pollutes no prototype", async () => {
  const body =
    '{"message":"no","errors":{"__proto__":{"polluted":["a"]},"constructor":{"prototype":{"polluted":"b"}}}}';
  const error = await refusal("product", { status: 422, body });
  expect({}).not.toHaveProperty("polluted");
  expect(JSON.stringify(error.body)).toBe(body);
  expect(error.issues).toStrictEqual([
    { path: ["__proto__", "polluted"], messages: ["a"] },
    { path: ["constructor", "prototype", "polluted"], messages: ["b"] },
  ]);
  expect(Object.getPrototypeOf(error.errors)).toBe(Object.prototype);
});

test.each(["product", "checkout"] as const)(
  "a dotted __proto__ key of a %s does neither",
  async (endpoint) => {
    const body = '{"errors":{"__proto__.polluted":["a"],"constructor.prototype.polluted":["b"]}}';
    const error = await refusal(endpoint, { status: 422, body });
    expect({}).not.toHaveProperty("polluted");
    expect(error.issues).toHaveLength(2);
  },
);

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
  expect(error.status).toBe(422);
  expect(JSON.stringify(error.issues).length).toBeLessThan(100_000);
});

test("ten thousand fields are read in under a second", async () => {
  const errors = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field_${n}.a.b`, ["no"]]));
  const startedAt = performance.now();
  const error = await refusal("checkout", { status: 422, body: { errors } });
  expect(error.issues).toHaveLength(1_000);
  expect(error.issues[999]).toStrictEqual({ path: ["checkout", "field_999", "a", "b"], messages: ["no"] });
  expect(error.message).toHaveLength(2_000);
  expect(error.body).toStrictEqual({ errors });
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test.each<[string, unknown]>([
  ["an object", { en: "Not found" }],
  ["an object without a string form", { toString: null, valueOf: null }],
  ["a number", 7],
])("with %s as its message an error keeps its class", async (_what, message) => {
  const error = await refusal("product", { status: 404, body: { message } });
  expect(error.constructor).toBe(NotFoundError);
  expect(error.message).not.toContain("[object");
  expect(error.body).toStrictEqual({ message });
});

test("15 million arrays in one another are left as text, which takes no seconds to read", async () => {
  const text = `${"[".repeat(15_000_000)}${"]".repeat(15_000_000)}`;
  const error = await refusal("product", { status: 422, body: text });
  expect(error.body === text).toBe(true);
  const wide = `{"message":"no","list":[${"[],".repeat(1_000_000)}"[["]}`;
  expect((await refusal("product", { status: 422, body: wide })).message).toContain("got 422: no");
});
