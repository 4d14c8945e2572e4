import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { document, FILE, text } from "./document.ts";

/** Errors and warnings of the recommended rules. */
const lint = async (source: string): Promise<string[]> => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, absoluteRef: FILE, config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
};

test("the document has no error and no warning", async () => {
  expect(await lint(text)).toStrictEqual([]);
});

test("the linter finds the mistakes of a broken document", async () => {
  const broken = JSON.stringify({ ...document, components: {}, security: [{ nobody: [] }] });
  const found = (await lint(broken)).join("\n");
  expect(found).toContain("no-unresolved-refs");
  expect(found).toContain("security-defined");
});
