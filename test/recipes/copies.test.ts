import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const EXAMPLES = join(import.meta.dirname, "../../examples");

test("the examples have the recipe's own ask-once.ts, since each is copied as a whole", async () => {
  const recipe = await readFile(join(EXAMPLES, "recipes/ask-once.ts"), "utf8");
  for (const copy of ["express-shop/src/payments", "subscriptions/src"]) {
    expect(await readFile(join(EXAMPLES, copy, "ask-once.ts"), "utf8"), copy).toBe(recipe);
  }
});
