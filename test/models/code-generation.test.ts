import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

const verdicts = async (...flags: string[]): Promise<unknown> => {
  const args = [...flags, `${import.meta.dirname}/verdicts.ts`];
  return JSON.parse((await run(process.execPath, args)).stdout);
};

const plain = await verdicts();

test("the models see what is wrong, and only that", () => {
  const successes = [true, ...Array.from({ length: 7 }, () => false), true, false, true, false];
  expect(plain).toMatchObject(successes.map((success) => ({ success })));
});

test.each([
  ["zod's compiler before them", ["--import", "zod/compile"]],
  ["code generation forbidden", ["--disallow-code-generation-from-strings"]],
  [
    "zod's compiler before them and code generation forbidden",
    ["--import", "zod/compile", "--disallow-code-generation-from-strings"],
  ],
])("the models say the same with %s", async (_how, flags) => {
  expect(await verdicts(...flags)).toStrictEqual(plain);
});
