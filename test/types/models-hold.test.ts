import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const FOLDER = resolve(import.meta.dirname, "../../src/models");

const model = (fields: string): string => `
  import { flag, type Optional, optional, type Section, type Shape, section } from "./fields/primitives.ts";
  import { text } from "./fields/text.ts";
  interface Parcel {
    name: string;
    note?: Optional<string>;
    fragile?: Optional<boolean>;
  }
  export const parcelSchema: Section<Parcel> = section({ ${fields} } satisfies Shape<Parcel>);
`;

const VARIANTS = {
  right: model("name: text, note: optional(text), fragile: optional(flag)"),
  "one field dropped": model("name: text, fragile: optional(flag)"),
  "one field added": model("name: text, note: optional(text), fragile: optional(flag), weight: text"),
  "one field misspelt": model("name: text, note: optional(text), fragil: optional(flag)"),
  "one field of another type": model("name: text, note: optional(flag), fragile: optional(flag)"),
  "an optional field made required": model("name: text, note: text, fragile: optional(flag)"),
  "a required field made optional": model(
    "name: optional(text), note: optional(text), fragile: optional(flag)",
  ),
};

const sources = new Map(
  Object.entries(VARIANTS).map(([name, text]) => [`${FOLDER}/${name.replaceAll(" ", "-")}.ts`, text]),
);

/** The compiler's messages for each variant, with the package's options. */
const compile = (): Record<string, string[]> => {
  const config = ts.readConfigFile(resolve(FOLDER, "../../tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.config.compilerOptions, FOLDER);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.readFile = (file) => sources.get(file) ?? readFile(file);
  const program = ts.createProgram([...sources.keys()], options, host);
  const messages = Array.from(sources.keys(), (file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " ")),
  );
  return Object.fromEntries(Object.keys(VARIANTS).map((name, index) => [name, messages[index] ?? []]));
};

const messages = compile();

test("a schema that has the fields of its interface compiles", () => {
  expect(messages["right"]).toStrictEqual([]);
});

test.each([
  ["one field dropped", /'note' is missing/],
  ["one field added", /'weight' does not exist/],
  ["one field misspelt", /'fragil'/],
  ["one field of another type", /boolean/],
  ["an optional field made required", /undefined/],
  ["a required field made optional", /undefined/],
])("a schema with %s is a compile error", (variant, message) => {
  expect(messages[variant]?.join("\n")).toMatch(message);
});
