/** No gateway message is lost between `body`, `errors` and `issues`. */

import { expect, test } from "vitest";
import { ApiError, type ErrorTree, type Issue, PaymentsClient } from "../../src/index.ts";
import { OPERATIONS } from "../../src/operations.ts";
import { calls, rejection, type SdkCall } from "../transport/calls.ts";
import { good } from "../transport/construct.ts";
import { fc } from "./fast-check.ts";

/** A field's name; some gateways write `settings.fail_url` for a nested field. */
const field = fc.oneof(
  fc.string(),
  fc.constantFrom("amount", "order", "checkout", "base", "__proto__", "constructor", "toString", "0"),
  fc.constantFrom("checkout.order.amount", "settings.fail_url", ".", "a.", ".b"),
);

const messages = fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 1, maxLength: 3 }));

type Tree = string | readonly unknown[] | { readonly [field: string]: unknown };

/** Nested fields with messages. */
const wide: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    messages,
    fc.dictionary(field, tie("tree"), { maxKeys: 4 }),
    fc.array(tie("tree"), { maxLength: 3 }),
  ),
})).tree;

/** Up to 20 nested levels. */
const deep: fc.Arbitrary<Tree> = fc
  .tuple(
    fc.array(fc.tuple(field, fc.option(fc.tuple(field, messages))), { minLength: 1, maxLength: 20 }),
    messages,
  )
  .map(([levels, bottom]) =>
    levels.reduce<Tree>(
      (inner, [name, beside]) => Object.fromEntries([...(beside ? [beside] : []), [name, inner]]),
      bottom,
    ),
  );

const leavesOf = (tree: unknown): string[] => {
  if (typeof tree === "string") return [tree];
  return Object.values(Object(tree)).flatMap(leavesOf);
};

const flat = (tree: ErrorTree, parent: readonly string[] = []): Issue[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    Array.isArray(value) ? [{ path: [...parent, name], messages: value }] : flat(value, [...parent, name]),
  );

const errorOf = ({ run }: SdkCall, status: number, body: unknown): Promise<ApiError> => {
  const fetch = async () => Response.json(body, { status });
  const options = { ...good, gatewayUrl: "https://gateway.example", fetch, maxRetries: 0 };
  return rejection(run(new PaymentsClient(options)), ApiError);
};

/** A call of any operation. */
const call = fc.constantFrom(...calls);

const status = fc.constantFrom(400, 401, 404, 422, 429, 500);

test.each([
  ["errors", (tree: Tree) => ({ message: "no", errors: tree })],
  ["response.errors", (tree: Tree) => ({ response: { message: "no", errors: tree } })],
])("every message in %s is in issues", async (_where, wrap) => {
  await fc.assert(
    fc.asyncProperty(call, status, fc.oneof(wide, deep), async (called, code, tree) => {
      const error = await errorOf(called, code, wrap(tree));
      const found = error.issues.flatMap((issue) => issue.messages);
      expect(found).toStrictEqual(expect.arrayContaining(leavesOf(tree)));
      expect(JSON.stringify(error.body)).toBe(JSON.stringify(JSON.parse(JSON.stringify(wrap(tree)))));
      expect(error.message).toContain("no");
    }),
    { numRuns: 100 },
  );
});

test("no message is lost if both forms are present", async () => {
  await fc.assert(
    fc.asyncProperty(call, wide, wide, async (called, first, second) => {
      const error = await errorOf(called, 422, { errors: first, response: { errors: second } });
      const found = error.issues.flatMap((issue) => issue.messages);
      expect(found).toStrictEqual(expect.arrayContaining([...leavesOf(first), ...leavesOf(second)]));
    }),
  );
});

test("issues are the flattened errors", async () => {
  await fc.assert(
    fc.asyncProperty(call, fc.oneof(wide, deep), async (called, tree) => {
      const { errors, issues } = await errorOf(called, 422, { errors: tree });
      expect(issues).toStrictEqual(flat(errors));
      for (const issue of issues)
        expect(issue.messages.every((found) => typeof found === "string")).toBe(true);
    }),
  );
});

test("errors are below the error root of their operation, whether the gateway nests them or not", async () => {
  const name = fc.constantFrom("amount", "order", "customer", "name");
  await fc.assert(
    fc.asyncProperty(call, name, fc.string(), fc.boolean(), async (called, key, message, isRooted) => {
      const [root] = OPERATIONS[called.operation].errorRoot;
      const plain = { [key]: [message] };
      const rooted = root === undefined ? plain : { [root]: plain };
      const { errors } = await errorOf(called, 422, { errors: isRooted ? rooted : plain });
      expect(errors).toStrictEqual(rooted);
    }),
  );
});
