import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { FILE, text } from "./document.ts";

test("the document has no error and no warning", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: text, absoluteRef: FILE, config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toStrictEqual([]);
});
