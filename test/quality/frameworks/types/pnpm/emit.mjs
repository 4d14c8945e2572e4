/** Emits the declarations of a file that exports each value, each field and each result of each entry point. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import ts from "typescript";

const manifest = JSON.parse(readFileSync("node_modules/payments-client/package.json", "utf8"));
const modules = Object.keys(manifest.exports)
  .filter((path) => !path.endsWith(".json"))
  .map((path) => path.replace(".", manifest.name));

/** zod's own members of a model are not of this package. */
const isOwn = ({ declarations, name }) =>
  !/^(?:__|_zod$)/.test(name) &&
  declarations?.some((declaration) => declaration.getSourceFile().fileName.includes("payments-client/dist/"));

const call = (called, { parameters }) =>
  `async () => [await ${called}(${parameters.map(() => "undefined as never").join(", ")})]`;

const imports = modules.map((module, index) => `import * as module${index} from "${module}";\n`).join("");
writeFileSync("generated.ts", `${imports}${modules.map((_, index) => `module${index};\n`).join("")}`);
const config = JSON.parse(readFileSync("tsconfig.json", "utf8"));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ".");
const program = ts.createProgram(["generated.ts"], options);
const checker = program.getTypeChecker();

function* expressionsOf({ moduleSpecifier }, index) {
  for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(moduleSpecifier))) {
    const isAlias = exported.flags & ts.SymbolFlags.Alias;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    const name = `module${index}.${exported.name}`;
    if (symbol.flags & ts.SymbolFlags.Value && !(symbol.flags & ts.SymbolFlags.Class)) {
      yield name;
      for (const signature of checker.getTypeOfSymbol(symbol).getCallSignatures())
        yield call(name, signature);
    }
    if (!(symbol.flags & (ts.SymbolFlags.Type & ~ts.SymbolFlags.TypeParameter))) continue;
    const parameters = symbol.declarations[0].typeParameters?.map(() => "any").join(", ");
    const type = parameters ? `${name}<${parameters}>` : name;
    yield `(value: ${type}) => [value]`;
    for (const property of checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(isOwn)) {
      const value = `value["${property.name}"]`;
      yield `(value: ${type}) => ${value}`;
      const found = checker.getNonNullableType(checker.getTypeOfSymbol(property));
      for (const signature of found.getCallSignatures())
        yield `(value: ${type}) => ${call(`${value}!`, signature)}`;
    }
  }
}

const statements = program.getSourceFile("generated.ts").statements.slice(0, modules.length);
const expressions = statements.flatMap((statement, index) => [...expressionsOf(statement, index)]);
const lines = expressions.map((expression, index) => `export const v${index} = ${expression};`);
writeFileSync("generated.ts", `${imports}${lines.join("\n")}\n`);
for (const version of ["typescript-5", "typescript", "typescript-7"]) {
  const compiler = `node_modules/${version}/bin/tsc`;
  execFileSync(process.execPath, [compiler, "--project", "."], { stdio: "inherit" });
}
console.log(`ok, ${lines.length} declarations of ${modules.join(", ")}`);
