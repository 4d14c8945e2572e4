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
  export const parcelSchema: Section<Parcel> = section((): Shape<Parcel> => ({ ${fields} }));
`;

const OPTIONAL = "note: optional(text), fragile: optional(flag)";

/** Fields of the schema, and what the compiler says about them. */
const VARIANTS: Readonly<Record<string, readonly [fields: string, message?: RegExp]>> = {
  "the right fields": [`name: text, ${OPTIONAL}`],
  "one field dropped": ["name: text, fragile: optional(flag)", /'note' is missing/],
  "one field added": [`name: text, ${OPTIONAL}, weight: text`, /'weight' does not exist/],
  "one field misspelt": ["name: text, note: optional(text), fragil: optional(flag)", /'fragil'/],
  "one field of another type": ["name: text, note: optional(flag), fragile: optional(flag)", /boolean/],
  "an optional field made required": ["name: text, note: text, fragile: optional(flag)", /undefined/],
  "a required field made optional": [`name: optional(text), ${OPTIONAL}`, /undefined/],
};

const sources = new Map(
  Object.entries(VARIANTS).map(([name, [fields]]) => [
    `${FOLDER}/${name.replaceAll(" ", "-")}.ts`,
    model(fields),
  ]),
);

/** The compiler's messages for each variant, with the package's options. */
const compile = (): string[] => {
  const config = ts.readConfigFile(resolve(FOLDER, "../../tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.config.compilerOptions, FOLDER);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.readFile = (file) => sources.get(file) ?? readFile(file);
  const program = ts.createProgram([...sources.keys()], options, host);
  return Array.from(sources.keys(), (file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))
      .join("\n"),
  );
};

const messages = compile();

test.each(Object.entries(VARIANTS).map(([name, [, message = /^$/]], index) => ({ name, message, index })))(
  "the compiler holds a schema with $name to its interface",
  ({ message, index }) => {
    expect(messages[index]).toMatch(message);
  },
);
