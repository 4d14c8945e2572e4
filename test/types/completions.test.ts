import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const FILE = resolve(import.meta.dirname, "completed.ts");

/** The completions that an editor offers at the `|`. */
const completionsAt = (source: string): string[] => {
  const text = source.replace("|", "");
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      strict: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: [],
    }),
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => "1",
    getScriptSnapshot: (file) => {
      const content = file === FILE ? text : ts.sys.readFile(file);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => import.meta.dirname,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === FILE || ts.sys.fileExists(file),
    readFile: (file) => (file === FILE ? text : ts.sys.readFile(file)),
    directoryExists: ts.sys.directoryExists,
  });
  const found = service.getCompletionsAtPosition(FILE, source.indexOf("|"), {});
  return (found?.entries ?? []).map(({ name }) => name);
};

test("an editor offers the known values where new ones are allowed too", () => {
  const offered = (type: string, use: string): string[] =>
    completionsAt(`import type { ${type} } from "../../src/index.ts";\n${use}`);
  expect(offered("CheckoutStatus", 'export const is = (it: CheckoutStatus) => it.status === "|";')).toEqual(
    expect.arrayContaining(["successful", "failed", "incomplete", "pending", "expired", "error", "deleted"]),
  );
  expect(offered("PaymentMethod", 'export const method: PaymentMethod = { types: ["|"] };')).toEqual(
    expect.arrayContaining(["credit_card", "erip"]),
  );
  expect(
    offered("PaymentMethod", 'export const method: PaymentMethod = { excluded_brands: ["|"] };'),
  ).toEqual(expect.arrayContaining(["apple_pay", "google_pay", "samsung_pay"]));
  expect(offered("Product", 'export const is = (it: Product) => it.transaction_type === "|";')).toEqual(
    expect.arrayContaining(["payment", "authorization"]),
  );
});

test("an editor offers the values of an enumeration, not the empty text that passes too", () => {
  const offered = (field: string): string[] =>
    completionsAt(
      `import type { AdditionalData as Data, ProductCreateParams as Product } from "../../src/index.ts";
       export const value: ${field} = "|";`,
    );
  expect(offered('Product["transaction_type"]')).toStrictEqual(["payment", "authorization"]);
  expect(offered('NonNullable<Data["card_on_file"]>["initiator"]')).toStrictEqual(["merchant", "customer"]);
  expect(offered('NonNullable<Data["recipient"]>["account_number_type"]')).toStrictEqual([
    "card",
    "iban",
    "bic",
    "other",
  ]);
});
