import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** The declarations that a merchant's editor reads. */
const DIST = resolve(import.meta.dirname, "../../../dist");

const BUILT = resolve(DIST, "index.d.ts");

const TYPES = [
  "ProductCreateParams",
  "ProductUpdateParams",
  "CheckoutCreateParams",
  "Product",
  "Checkout",
  "CheckoutStatus",
  "Transaction",
];

const program = ts.createProgram([BUILT], { module: ts.ModuleKind.NodeNext, strict: true, types: [] });
const checker = program.getTypeChecker();

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

const source = program.getSourceFile(BUILT);
const built = source && checker.getSymbolAtLocation(source);
if (!built) throw new Error("build first: npm run build");
const exported = checker.getExportsOfModule(built).filter(({ name }) => TYPES.includes(name));
const shown = new Map(
  exported.flatMap((alias) => {
    const symbol = alias.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias;
    return commentsIn(checker.getDeclaredTypeOfSymbol(symbol), alias.name);
  }),
);

test("an editor, with the built types, shows a comment on every field, with its unit, limit or default", () => {
  // At every depth: a section that the build loses takes its fields along.
  expect(shown.size).toBeGreaterThan(750);
  const undocumented = [...shown].filter(([, comment]) => comment === "");
  expect(undocumented.map(([path]) => path)).toStrictEqual([]);
  expect(shown.get("CheckoutCreateParams.order.amount")).toContain("minor units");
  expect(shown.get("CheckoutCreateParams.order.custom_fields.custom_field_1.value")).toContain("255");
  expect(shown.get("ProductUpdateParams.language")).toContain("Default `en`");
});

/** The comment and the tags that an editor shows on the constructor of a class. */
const shownOn = (file: string, name: string): string => {
  const path = resolve(DIST, file);
  const built = ts.createProgram([path], { module: ts.ModuleKind.NodeNext, strict: true, types: [] });
  const types = built.getTypeChecker();
  const source = built.getSourceFile(path);
  const module = source && types.getSymbolAtLocation(source);
  const found = module && types.getExportsOfModule(module).find((symbol) => symbol.name === name);
  if (!found) throw new Error(`no ${name}`);
  const symbol = found.flags & ts.SymbolFlags.Alias ? types.getAliasedSymbol(found) : found;
  const [signature] = types.getTypeOfSymbol(symbol).getConstructSignatures();
  const tags = signature?.getJsDocTags().map(({ text }) => ts.displayPartsToString(text)) ?? [];
  return [ts.displayPartsToString(signature?.getDocumentationComment(types)), ...tags].join("\n");
};

test.each([
  ["index.d.ts", "PaymentsClient", ["Client for one shop of a payment gateway", "PAYMENTS_SHOP_ID"]],
  ["webhooks.d.ts", "Webhooks", ["new Webhooks({", "`publicKey`", "PAYMENTS_PUBLIC_KEY", "`credentials`"]],
  ["sandbox.d.ts", "Sandbox", ["new Sandbox({", "`deliver`", "`speed`", 'Default `"sandbox-secret-key"`']],
])("in %s it shows on `new %s` what it is, and its options", (file, name, texts) => {
  for (const text of texts) expect(shownOn(file, name)).toContain(text);
});
