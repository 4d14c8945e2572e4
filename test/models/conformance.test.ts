/** Each documented request field is checked in five places: types, models, wire, sandbox, and `openapi.json`. */
import { describe, expect, test } from "vitest";
import { openapiProblems, propertiesOf } from "./places/openapi.ts";
import { sandboxProblems } from "./places/sandbox.ts";
import { schemaProblems, shapeOf } from "./places/schema.ts";
import { fieldsOf, typeProblems } from "./places/typescript.ts";
import { wireProblems } from "./places/wire.ts";
import { SECTIONS } from "./tables/sections.ts";
import type { Section, Statement } from "./tables/statement.ts";

type Place = (section: Section, statement: Statement) => string[] | Promise<string[]>;

const PLACES: readonly (readonly [string, Place])[] = [
  ["types", typeProblems],
  ["models", schemaProblems],
  ["wire", wireProblems],
  ["sandbox", sandboxProblems],
  ["openapi.json", openapiProblems],
];

describe.each(PLACES)("%s", (_, problemsOf) => {
  test.each(SECTIONS)("$name matches the reference", async (section) => {
    const found: string[] = [];
    for (const statement of section.fields) {
      const problems = await problemsOf(section, statement);
      found.push(...problems.map((problem) => `${section.name}.${statement.field} ${problem}`));
    }
    expect(found).toStrictEqual([]);
  });
});

test.each(SECTIONS)("$name has exactly these fields in every place", ({ name, fields }) => {
  const stated = fields.map(({ field }) => field).sort();
  expect([...fieldsOf(name).keys()].sort()).toStrictEqual(stated);
  expect([...shapeOf(name).keys()].sort()).toStrictEqual(stated);
  expect(propertiesOf(name).sort()).toStrictEqual(stated);
});

test("every section that a field refers to has a table", () => {
  const held = SECTIONS.flatMap(({ fields }) => fields.flatMap(({ kind }) => kind.section ?? []));
  const names = SECTIONS.map(({ name }) => name);
  expect(held.filter((name) => !names.includes(name))).toStrictEqual([]);
});
