import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { installShared } from "./install-example.ts";

const folder = await installShared("scripts");

/** A field as written in CSV, and its value. */
const field = fc.oneof(
  fc.constantFrom("a", "0", "x y", "é").map((text) => ({ written: text, meant: text })),
  fc
    .array(fc.constantFrom("a", "\n", "\r\n", ",", '"'), { maxLength: 5 })
    .map((parts) => `(${parts.join("")})`)
    .map((text) => ({ written: `"${text.replaceAll('"', '""')}"`, meant: text })),
);

const row = fc.record({ blank: fc.nat({ max: 2 }), fields: fc.tuple(field, field) });

const breaksIn = (text: string): number => text.split("\n").length - 1;

test("rows have the written values and the number of their first line", async () => {
  const { readRows } = await import(pathToFileURL(join(folder, "src/read-rows.ts")).href);
  const file = join(folder, "rows.csv");
  const property = fc.asyncProperty(
    fc.array(row),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "\uFEFF"),
    fc.boolean(),
    async (rows, end, mark, endsWithABreak) => {
      let text = `${mark}one,two`;
      const expected = rows.map(({ blank, fields }) => {
        text += end.repeat(blank + 1);
        const line = breaksIn(text) + 1;
        text += fields.map(({ written }) => written).join(",");
        return { line, fields: { one: fields[0].meant, two: fields[1].meant } };
      });
      await writeFile(file, text + (endsWithABreak ? end : ""));
      const seen = [];
      for await (const { line, fields } of readRows(file, ",", () => undefined)) seen.push({ line, fields });
      expect(seen).toEqual(expected);
    },
  );
  await fc.assert(property, { numRuns: 500, seed: 4821 });
});
