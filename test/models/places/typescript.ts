import { resolve } from "node:path";
import ts from "typescript";
import type { Section, Statement } from "../tables/statement.ts";

const ENTRY = resolve(import.meta.dirname, "../../../src/index.ts");

const program = ts.createProgram([ENTRY], {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2024.d.ts"],
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: ["node"],
});
const checker = program.getTypeChecker();

const source = program.getSourceFile(ENTRY);
const entry = source && checker.getSymbolAtLocation(source);
if (!entry) throw new Error("no entry point");
const exported = new Map(checker.getExportsOfModule(entry).map((symbol) => [symbol.name, symbol]));

const unionOf = (parts: readonly string[]): string => {
  const names = new Set(parts);
  // Known values, or any other string.
  const isOpen = names.has("string");
  const left = [...names].filter((name) => !(isOpen && name.startsWith('"')));
  return left.sort().join("|");
};

/** A short form of a type: `string`, `bigint|number|string`, `readonly ("a"|"b")[]`. */
const nameOf = (type: ts.Type): string => {
  if (type.flags & ts.TypeFlags.BooleanLike) return "boolean";
  if (type.isUnion()) return unionOf(type.types.map(nameOf));
  if (type.isStringLiteral()) return JSON.stringify(type.value);
  if (type.isIntersection()) {
    const text = type.types.find(({ flags }) => flags & ts.TypeFlags.StringLike);
    if (text) return nameOf(text);
  }
  if (checker.isArrayType(type)) {
    const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    const prefix = type.symbol.name === "ReadonlyArray" ? "readonly " : "";
    return `${prefix}(${item ? nameOf(item) : ""})[]`;
  }
  if (type.flags & ts.TypeFlags.Object) return type.symbol.name === "Date" ? "Date" : "section";
  return type.isIntersection() ? "section" : checker.typeToString(type);
};

interface Field {
  readonly type: string;
  /** The type as declared in the source. */
  readonly written: string;
  readonly isOptional: boolean;
  readonly takesNull: boolean;
  readonly comment: string;
}

const read = (symbol: ts.Symbol): Field => {
  const type = checker.getTypeOfSymbol(symbol);
  const declared = symbol.declarations?.find(ts.isPropertySignature)?.type?.getText();
  return {
    type: type.flags & ts.TypeFlags.Unknown ? "unknown" : nameOf(checker.getNonNullableType(type)),
    written: declared ?? checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation),
    isOptional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
    takesNull:
      type.flags === ts.TypeFlags.Unknown ||
      (type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Null)),
    comment: ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll("\n", " "),
  };
};

const symbolOf = (name: string): ts.Symbol => {
  const alias = exported.get(name);
  if (!alias) throw new Error(`${name} is not exported`);
  return alias.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias;
};

/** The comment on an exported type, in one line. */
export const commentOf = (name: string): string =>
  ts.displayPartsToString(symbolOf(name).getDocumentationComment(checker)).replaceAll("\n", " ");

const known = new Map<string, ReadonlyMap<string, Field>>();

/** The fields of an exported type. */
export function fieldsOf(name: string): ReadonlyMap<string, Field> {
  const properties = () => checker.getDeclaredTypeOfSymbol(symbolOf(name)).getProperties();
  const fields = known.get(name) ?? new Map(properties().map((symbol) => [symbol.name, read(symbol)]));
  known.set(name, fields);
  return fields;
}

const expectedType = ({ kind, isRequired, isNeverEmpty }: Statement): string => {
  const canBeEmpty = kind.isText && !isRequired && !isNeverEmpty && kind.type.startsWith('"');
  return canBeEmpty ? unionOf([...kind.type.split("|"), '""']) : kind.type;
};

/** What the comment on a field must contain. */
const expectedComment = ({ kind, default: otherwise }: Statement): string[] => {
  const limit = "maxLength" in kind.wire ? [`t most ${kind.wire.maxLength} characters`] : [];
  if (otherwise === undefined) return limit;
  return [...limit, typeof otherwise === "string" ? `Default \`${otherwise}\`` : `Default ${otherwise}`];
};

/** How the types differ from a statement. */
export const typeProblems = (section: Section, statement: Statement): string[] => {
  const field = fieldsOf(section.name).get(statement.field);
  if (!field) return ["is missing"];
  const { kind, isRequired = false, isNeverEmpty = false } = statement;
  const takesNull = !isRequired && !isNeverEmpty;
  const type = expectedType(statement);
  return [
    ...(field.type === type ? [] : [`is ${field.type} instead of ${type}`]),
    ...(kind.section === undefined || new RegExp(`\\b${kind.section}\\b`).test(field.written)
      ? []
      : [`is not ${kind.section}`]),
    ...(field.isOptional === !isRequired ? [] : [isRequired ? "is not required" : "is required"]),
    ...(field.takesNull === takesNull ? [] : [takesNull ? "takes no null" : "takes null"]),
    ...(field.comment === "" ? ["has no comment"] : []),
    ...expectedComment(statement).flatMap((text) =>
      field.comment.includes(text) ? [] : [`does not say "${text}"`],
    ),
  ];
};
