import shipped from "payments-client/openapi.json" with { type: "json" };
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { document } from "./document.ts";

test("the package exports the document", () => {
  expect(shipped).toStrictEqual(document);
});

test("the version of the document is the package's", () => {
  expect(document.info.version).toBe(manifest.version);
});
