/** What an editor shows of the built declarations: completions, and the comments of fields. */
import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const DIST = resolve(import.meta.dirname, "../../../dist");
const FILE = resolve(import.meta.dirname, "editor.mts");

const CODE = `
import { toMinorUnits, type CheckoutCreateParams } from "${DIST}/index.js";
import { Sandbox } from "${DIST}/sandbox.js";
import "${DIST}/webhooks.js";
const params: CheckoutCreateParams = {
  transaction_type: "payment",
  order: { amount: 1, currency: "/*currency*/", description: "Pass" },
  customer: { country: "/*country*/" },
  settings: { language: "/*language*/" },
  payment_method: { types: ["/*type*/"], excluded_brands: ["/*brand*/"] },
};
toMinorUnits("32.45", "/*converted*/");
new Sandbox().pay("token", { card: "/*card*/" });
new Sandbox().pay("token", { method: "/*method*/" });
`;

const options: ts.CompilerOptions = { module: ts.ModuleKind.NodeNext, strict: true, types: [] };

const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [FILE],
  getScriptVersion: () => "1",
  getScriptSnapshot: (path) => {
    const text = path === FILE ? CODE : ts.sys.readFile(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => import.meta.dirname,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (path) => path === FILE || ts.sys.fileExists(path),
  readFile: ts.sys.readFile,
});

test.each([
  ["currency", ["EUR", "USD", "BYN", "KWD"]],
  ["country", ["BY", "DE", "US"]],
  ["language", ["en", "de", "ru"]],
  ["type", ["credit_card", "erip"]],
  ["brand", ["visa", "master", "apple_pay"]],
  ["converted", ["EUR", "JPY"]],
  ["card", ["4200000000000000", "4005550000000019"]],
  ["method", ["apple_pay", "google_pay", "samsung_pay", "erip"]],
])("an editor offers the known values of a %s", (place, values) => {
  const completions = service.getCompletionsAtPosition(FILE, CODE.indexOf(`/*${place}*/`), {});
  expect(completions?.entries.map(({ name }) => name)).toEqual(expect.arrayContaining(values));
});

const program = service.getProgram();
const checker = program?.getTypeChecker();
if (!program || !checker) throw new Error("build first: npm run build");

/** What a file exports under these names. */
const exportsOf = (file: string, names: readonly string[]): ts.Symbol[] => {
  const source = program.getSourceFile(resolve(DIST, file));
  const module = source && checker.getSymbolAtLocation(source);
  const found = checker.getExportsOfModule(module ?? expect.unreachable(file));
  return found
    .filter(({ name }) => names.includes(name))
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
};

/** The fields of a type at every depth, with the comment that an editor shows on each. */
const commentsIn = (type: ts.Type, path: string): [path: string, comment: string][] =>
  (type.isUnion() ? type.types : [type]).flatMap((part) => {
    const item = checker.isArrayType(part) && checker.getIndexTypeOfType(part, ts.IndexKind.Number);
    if (item) return commentsIn(item, path);
    const isSection =
      (part.flags & ts.TypeFlags.Object) !== 0 &&
      checker.getIndexInfosOfType(part).length === 0 &&
      part.symbol.name !== "Date";
    if (!isSection) return [];
    return part.getProperties().flatMap((field): [string, string][] => {
      const comment = ts.displayPartsToString(field.getDocumentationComment(checker));
      const inside = `${path}.${field.name}`;
      return [[inside, comment], ...commentsIn(checker.getTypeOfSymbol(field), inside)];
    });
  });

test("an editor shows a comment on every field, with its unit, limit or default", () => {
  const sent = ["ProductCreateParams", "ProductUpdateParams", "CheckoutCreateParams"];
  const types = exportsOf("index.d.ts", [...sent, "Product", "Checkout", "CheckoutStatus", "Transaction"]);
  const shown = new Map(
    types.flatMap((type) => commentsIn(checker.getDeclaredTypeOfSymbol(type), type.name)),
  );
  // At every depth: a section that the build loses takes its fields along.
  expect(shown.size).toBeGreaterThan(750);
  const undocumented = [...shown].filter(([, comment]) => comment === "");
  expect(undocumented.map(([path]) => path)).toStrictEqual([]);
  expect(shown.get("CheckoutCreateParams.order.amount")).toContain("minor units");
  expect(shown.get("CheckoutCreateParams.order.custom_fields.custom_field_1.value")).toContain("255");
  expect(shown.get("ProductUpdateParams.language")).toContain("Default `en`");
});
