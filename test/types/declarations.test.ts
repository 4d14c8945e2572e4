import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const DIST = join(import.meta.dirname, "../../dist");

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The declarations of every entry point with models. */
const declarations = readdirSync(DIST)
  .filter((file) => file.endsWith(".d.ts"))
  .map((file) => readFileSync(join(DIST, file), "utf8"))
  .join("\n");

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
