import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** The declarations that a merchant's editor reads. */
const CLIENT = resolve(import.meta.dirname, "../../../dist/index.js");
const SANDBOX = resolve(import.meta.dirname, "../../../dist/sandbox.js");

const FILE = resolve(import.meta.dirname, "completions.mts");

const CODE = `
import { toMinorUnits, type CheckoutCreateParams } from ${JSON.stringify(CLIENT)};
import { Sandbox } from ${JSON.stringify(SANDBOX)};
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

const offered = (place: string): string[] => {
  const position = CODE.indexOf(`/*${place}*/`);
  return (service.getCompletionsAtPosition(FILE, position, {})?.entries ?? []).map(({ name }) => name);
};

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
  expect(offered(place)).toEqual(expect.arrayContaining(values));
});

test("other values compile, because the gateway may add some", () => {
  expect(service.getSemanticDiagnostics(FILE).map(({ messageText }) => messageText)).toStrictEqual([]);
});
