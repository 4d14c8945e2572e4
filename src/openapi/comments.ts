import ts from "typescript";

/** What the sources say of a field. */
export interface FieldComment {
  readonly text: string;
  /** The interface that the field holds, alone or in an array. */
  readonly section?: string | undefined;
}

/** What the sources say of an interface and its fields. */
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

/** A comment in plain Markdown: links lose their braces, lines their breaks. */
const textOf = (symbol: ts.Symbol, checker: ts.TypeChecker): string =>
  ts
    .displayPartsToString(symbol.getDocumentationComment(checker))
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .replaceAll(/(?<!\n)\n(?![\n-])/g, " ")
    .replaceAll(/ {2,}/g, " ");

/** Whether a type is a choice of words whose comment says what one of them means. */
const isExplained = (symbol: ts.Symbol, checker: ts.TypeChecker): boolean => {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const words = type.isUnion() ? type.types : [];
  const text = textOf(symbol, checker);
  return words.some((word) => word.isStringLiteral() && text.includes(`\`${word.value}\``));
};

/** The names that a field's type is written with. */
const namesIn = (node: ts.Node): ts.Identifier[] =>
  ts.isIdentifier(node) ? [node] : node.getChildren().flatMap(namesIn);

/** The symbols of the names that a type is written with. */
const symbolsIn = (type: ts.TypeNode | undefined, checker: ts.TypeChecker): ts.Symbol[] =>
  (type ? namesIn(type) : []).flatMap((name) => {
    const symbol = checker.getSymbolAtLocation(name);
    if (!symbol) return [];
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  });

/** Whether a type is an interface of ours, or such an interface and more. */
const isSection = (symbol: ts.Symbol, checker: ts.TypeChecker): boolean => {
  const [declaration] = symbol.declarations ?? [];
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return false;
  if (ts.isInterfaceDeclaration(declaration)) return true;
  if (!ts.isTypeAliasDeclaration(declaration) || declaration.typeParameters) return false;
  return symbolsIn(declaration.type, checker).some((inner) => isSection(inner, checker));
};

const readField = (field: ts.Symbol, checker: ts.TypeChecker): FieldComment => {
  const [declared] = field.declarations ?? [];
  const type = declared && ts.isPropertySignature(declared) ? declared.type : undefined;
  const named = symbolsIn(type, checker);
  const words = named.filter((symbol) => isExplained(symbol, checker));
  const section = named.find((symbol) => isSection(symbol, checker));
  const texts = [field, ...words].map((symbol) => textOf(symbol, checker));
  return { text: texts.filter((text) => text !== "").join("\n\n"), section: section?.name };
};

/** Reads the doc comments of what a module exports, by the name of the type. */
export function readComments(entry: string): (type: string) => Comment {
  const program = ts.createProgram([entry], OPTIONS);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${entry} exports nothing`);
  const exported = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]));
  return (name) => {
    const alias = exported.get(name);
    if (!alias) throw new Error(`${name} is not exported`);
    const symbol = checker.getAliasedSymbol(alias);
    const fields = checker.getDeclaredTypeOfSymbol(symbol).getProperties();
    return {
      text: textOf(symbol, checker),
      fields: new Map(fields.map((field) => [field.name, readField(field, checker)])),
    };
  };
}
