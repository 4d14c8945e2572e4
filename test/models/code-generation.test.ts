import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

const parseValues = async (...flags: string[]): Promise<unknown> => {
  const args = [...flags, `${import.meta.dirname}/parse-values.ts`];
  return JSON.parse((await run(process.execPath, args)).stdout);
};

const plain = await parseValues();

test("the models accept valid and refuse invalid values", () => {
  const successes = [true, ...Array.from({ length: 7 }, () => false), true, false, true, false];
  expect(plain).toMatchObject(successes.map((success) => ({ success })));
});

test.each([
  ["zod's compiler loaded first", ["--import", "zod/compile"]],
  ["code generation from strings forbidden", ["--disallow-code-generation-from-strings"]],
  [
    "zod's compiler loaded first and code generation forbidden",
    ["--import", "zod/compile", "--disallow-code-generation-from-strings"],
  ],
])("the models give the same results with %s", async (_how, flags) => {
  expect(await parseValues(...flags)).toStrictEqual(plain);
});
