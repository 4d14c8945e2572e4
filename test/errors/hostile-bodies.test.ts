import { expect, test } from "vitest";
import { NotFoundError, ValidationError } from "../../src/index.ts";
import { type Endpoint, refusal } from "./refusal.ts";

test("under __proto__ changes no object", async () => {
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

test("under a dotted __proto__ changes no object either", async () => {
  const body = '{"errors":{"__proto__.polluted":["a"],"constructor.prototype.polluted":["b"]}}';
  for (const endpoint of ["product", "checkout"] as const) {
    const error = await refusal(endpoint, { status: 422, body });
    expect({}).not.toHaveProperty("polluted");
    expect(error.issues).toHaveLength(2);
  }
});

const LEVELS = 10_000;
const nested = (open: string, close: string) =>
  `{"message":"no","errors":${open.repeat(LEVELS)}"deep"${close.repeat(LEVELS)}}`;

test.each<[string, Endpoint, string]>([
  ["objects", "product", nested('{"a":{"b":', "}}")],
  ["objects of one name", "product", nested('{"a":', "}")],
  ["objects, of a token", "checkout", nested('{"a":', "}")],
  ["objects named checkout", "checkout", nested('{"checkout":', "}")],
  ["arrays", "product", nested("[", "]")],
  ["arrays, of a token", "checkout", nested("[", "]")],
  [
    "responses in responses",
    "product",
    `${'{"response":'.repeat(LEVELS)}{"message":"no"}${"}".repeat(LEVELS)}`,
  ],
  ["dots", "product", JSON.stringify({ message: "no", errors: { ["a.".repeat(LEVELS)]: ["deep"] } })],
])("in ten thousand levels of %s is a refusal all the same", async (_what, endpoint, body) => {
  const error = await refusal(endpoint, { status: 422, body });
  expect(error.constructor).toBe(ValidationError);
  expect(error.status).toBe(422);
  expect(JSON.stringify(error.issues).length).toBeLessThan(100_000);
});

test("with ten thousand fields is read in no time", async () => {
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
  ["an empty array", []],
  ["an array", ["Not found"]],
  ["an object that cannot be a string", { toString: null, valueOf: null }],
  ["a number", 7],
  ["true", true],
])("with %s for a message keeps its class", async (_what, message) => {
  const error = await refusal("product", { status: 404, body: { message } });
  expect(error.constructor).toBe(NotFoundError);
  expect(error.message).not.toContain("[object");
  expect(error.body).toStrictEqual({ message });
});
