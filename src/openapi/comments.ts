import { join } from "node:path";
import ts from "typescript";

export interface FieldComment {
  readonly text: string;
  /** The interface that is the field's type, or the type of its items. */
  readonly section?: string | undefined;
  /** The text after `@returns`. */
  readonly returns?: string | undefined;
}

export interface Comment {
  readonly text: string;
  readonly fields: ReadonlyMap<string, FieldComment>;
}

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
};

/** Converts a comment to plain Markdown. Links have no braces, and each paragraph is one line. */
const commentText = (symbol: ts.Symbol, checker: ts.TypeChecker): string =>
  ts
    .displayPartsToString(symbol.getDocumentationComment(checker))
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .replaceAll(/(?<!\n)\n(?![\n-])/g, " ")
    .replaceAll(/ {2,}/g, " ");

/** Whether a type is a union of strings, and its comment explains at least one. */
const isExplained = (symbol: ts.Symbol, checker: ts.TypeChecker): boolean => {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const members = type.isUnion() ? type.types : [];
  const text = commentText(symbol, checker);
  return members.some((member) => member.isStringLiteral() && text.includes(`\`${member.value}\``));
};

const namesIn = (node: ts.Node): ts.Identifier[] =>
  ts.isIdentifier(node) ? [node] : node.getChildren().flatMap(namesIn);

/** The symbol of a declaration, even if it is imported or exported by name. */
const declared = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

const symbolsIn = (type: ts.TypeNode | undefined, checker: ts.TypeChecker): ts.Symbol[] =>
  (type ? namesIn(type) : []).flatMap((name) => {
    const symbol = checker.getSymbolAtLocation(name);
    return symbol ? declared(symbol, checker) : [];
  });

/** The names in an inferred type, including type arguments and the items of lists. */
const namesOf = (type: ts.Type, checker: ts.TypeChecker): ts.Symbol[] => {
  if (type.aliasSymbol) {
    return [type.aliasSymbol, ...(type.aliasTypeArguments ?? []).flatMap((inner) => namesOf(inner, checker))];
  }
  if (type.isUnion()) return type.types.flatMap((inner) => namesOf(inner, checker));
  const item = checker.isArrayType(type) && checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (item) return namesOf(item, checker);
  return type.symbol ? [type.symbol] : [];
};

/** Whether a type is an interface of this package, or an alias that includes one. */
const isSection = (symbol: ts.Symbol, checker: ts.TypeChecker): boolean => {
  const [declaration] = symbol.declarations ?? [];
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return false;
  if (ts.isInterfaceDeclaration(declaration)) return true;
  if (!ts.isTypeAliasDeclaration(declaration) || declaration.typeParameters) return false;
  return symbolsIn(declaration.type, checker).some((inner) => isSection(inner, checker));
};

const readField = (field: ts.Symbol, checker: ts.TypeChecker): FieldComment => {
  const [declaration] = field.declarations ?? [];
  const type = declaration && ts.isPropertySignature(declaration) ? declaration.type : undefined;
  const named = type ? symbolsIn(type, checker) : namesOf(checker.getTypeOfSymbol(field), checker);
  const explained = named.filter((symbol) => isExplained(symbol, checker));
  const section = named.find((symbol) => isSection(symbol, checker));
  const texts = [field, ...explained].map((symbol) => commentText(symbol, checker));
  const returns = field.getJsDocTags(checker).find(({ name }) => name === "returns")?.text;
  return {
    text: texts.filter((text) => text !== "").join("\n\n"),
    section: section?.name,
    returns: returns && ts.displayPartsToString(returns),
  };
};

const SOURCES = ["index.ts", "api/operations.ts"].map((file) => join(import.meta.dirname, "..", file));

/** Reads the doc comments of the types of the package and of the table of operations, by name. */
export function readComments(): (name: string) => Comment {
  const program = ts.createProgram(SOURCES, OPTIONS);
  const checker = program.getTypeChecker();
  const symbols = SOURCES.flatMap((file) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    return module ? checker.getExportsOfModule(module) : [];
  });
  const exported = new Map(symbols.map((symbol) => [symbol.name, symbol]));
  return (name) => {
    const found = exported.get(name);
    if (!found) throw new Error(`Export ${name} from src/index.ts. Its comment is text of openapi.json`);
    const symbol = declared(found, checker);
    const isValue = symbol.flags & ts.SymbolFlags.Variable;
    const type = isValue ? checker.getTypeOfSymbol(symbol) : checker.getDeclaredTypeOfSymbol(symbol);
    const fields = type.getProperties();
    return {
      text: commentText(symbol, checker),
      fields: new Map(fields.map((field) => [field.name, readField(field, checker)])),
    };
  };
}
