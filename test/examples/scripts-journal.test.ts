import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { load } from "./money/shops/load.ts";

const { Journal } = await load("scripts/src/journal.ts");

test("after the file was edited, a line that two unresolved rows had resolves neither", async () => {
  const path = join(await mkdtemp(join(inject("folder"), "journal-")), "journal");
  const given = { gateway: "https://gateway.example", shopId: "1", test: true };
  for (const key of ["sku:a", "sku:b"]) {
    using journal = new Journal(path, given);
    journal.claim(key, 2);
    await journal.intend(key, { fingerprint: key, details: "" });
  }
  using journal = new Journal(path, given);
  expect(() => journal.resolve(2, "prd_1")).toThrow("Several unresolved rows were line 2");
  expect(journal.known(["prd_1"]).size).toBe(0);
  journal.claim("sku:b", 3);
  journal.resolve(3, "prd_1");
  expect(journal.known(["prd_1"]).size).toBe(1);
});
