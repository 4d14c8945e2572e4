import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const textOf = (folder: string, end: string): string =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith(end))
    .map((file) => readFileSync(join(ROOT, folder, file), "utf8"))
    .join("\n");

/** The declarations of every entry point with models. */
const declarations = textOf("dist", ".d.ts");

test("declares every model by the name of its interface, not by zod's inferred type", () => {
  const models = [...declarations.matchAll(/declare const (\w+)Schema: (.+);/g)];
  expect(models.length).toBeGreaterThan(20);
  for (const [, name = "", type] of models) {
    // The model of the fields alone has the type of the whole. Currencies, countries and URLs are texts.
    const [whole, part] = [
      name.replace(/(?<!^customer)Fields$/, ""),
      /^(?:currency|country|url)$/.test(name),
    ];
    const names = part ? "string" : `(?:${[name, whole].map(capital).join("|")})`;
    expect(type).toMatch(new RegExp(`^(?:Model|Section)<${names}(?:, \\w+)?>$`));
  }
  expect(declarations.match(/ZodMini\w+</g)).toStrictEqual(["ZodMiniType<", "ZodMiniObject<"]);
});

/** Fields, each with the comment above it, whatever the indentation. */
const commentedFieldsOf = (text: string): string[] =>
  Array.from(text.matchAll(/\/\*\*(?:(?!\*\/).)*\*\/\s*\w+\??:/gs), ([field]) =>
    field.replaceAll(/\s+/g, " "),
  );

test("an editor shows the comment on every field of a model: the declarations keep them", () => {
  const kept = new Set(commentedFieldsOf(declarations));
  const fields = commentedFieldsOf(textOf("src/models", ".ts"));
  expect(fields.length).toBeGreaterThan(200);
  expect(fields.filter((field) => !kept.has(field))).toStrictEqual([]);
});
