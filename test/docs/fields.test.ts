import { resolve } from "node:path";
import { expect, test } from "vitest";
import { type Part, partOf } from "../../src/api/fields/part.ts";
import { PARAMS } from "../../src/api/params.ts";
import { RESULTS } from "../../src/api/results.ts";

const PAGE = resolve(import.meta.dirname, "../../docs/reference/fields.md");

const HEAD = `# All fields

<!-- search: list of fields, parameters, every field, payload -->

The fields of each object that you send or receive, by the name of its type. Your editor shows the unit, the default and the limit of each. An object that is listed before is not repeated. Tests write this page from the models.
`;

/** Each object with its fields, and the objects in it. An object with the same fields as one before is left out. */
function rowsOf(name: string, part: Part, known: Set<string>): string[] {
  const { fields = [] } = part.item ?? part;
  const names = fields.map(([field]) => field);
  if (names.length === 0 || known.has(names.join())) return [];
  known.add(names.join());
  const row = `| \`${name}\` | ${names.map((field) => `\`${field}\``).join(", ")} |`;
  return [row, ...fields.flatMap(([field, inner]) => rowsOf(`${name}.${field}`, inner, known))];
}

const tableOf = (title: string, models: typeof PARAMS | typeof RESULTS, known: Set<string>): string => {
  const rows = Object.entries(models).flatMap(([name, model]) => rowsOf(name, partOf(model), known));
  return `\n## ${title}\n\n| Object | Fields |\n| --- | --- |\n${rows.join("\n")}\n`;
};

test("the page of all fields has each field of each model", async () => {
  const known = new Set<string>();
  const tables = [tableOf("What you send", PARAMS, known), tableOf("What you receive", RESULTS, known)];
  const page = `${HEAD}${tables.join("")}\nNext: [Models and OpenAPI](models.md).\n`;
  await expect(page, "Run npm run docs:code").toMatchFileSnapshot(PAGE);
});
