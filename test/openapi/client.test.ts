/** The OpenAPI document: its parts, what it accepts, and what others generate from it. `models/conformance` has its fields. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { completeCheckoutSent } from "../models/complete-params.ts";
import { FILE } from "./document.ts";

const MODULES = resolve(import.meta.dirname, "../../node_modules");
const folder = mkdtempSync(join(tmpdir(), "payments-client-openapi-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ORDER = '{ amount: 12900, currency: "EUR", description: "Annual pass" }';

/** What a merchant writes with the generated client. */
const USE = `
  const { data, error } = await gateway.POST("/ctp/api/checkouts", {
    body: { checkout: { transaction_type: "payment", order: ${ORDER} } },
  });
  export const url: string | undefined = data?.checkout.redirect_url;
  export const message: string | null | undefined = error && "message" in error ? error.message : undefined;
  await gateway.POST("/ctp/api/checkouts", {
    params: { header: { "X-API-Version": "2" } },
    body: { checkout: ${JSON.stringify(completeCheckoutSent)} },
  });
  const order: Schemas["Order"] = { ...${ORDER}, custom_fields: { custom_field_2: null } };
  const settings: Schemas["Settings"] = { auto_return: 3, return_url: "" };
  const payment_method: Schemas["PaymentMethod"] = { types: ["a_new_one"], halva: { contract: 1 } };
  export const params: Schemas["CheckoutCreateParams"] = {
    transaction_type: "payment", test: null, order, settings, payment_method,
  };
  const params_of_path = { path: { product_id: "prd_1" } };
  await gateway.PUT("/products/{product_id}", { params: params_of_path, body: { amount: "9900" } });
  const list = await gateway.GET("/products");
  export const quantity: number | null | undefined = list.data?.[0]?.quantity;
  export const open: unknown = list.data?.[0]?.additional_data?.["anything"];
  const status = await gateway.GET("/ctp/api/checkouts/{token}", { params: { path: { token: "6d0f" } } });
  export const code: string | null | undefined = status.data?.checkout.gateway_response?.payment?.code;
`;

const REFUSED = [
  `{ transaction_type: "refund", order: ${ORDER} }`,
  `{ transaction_type: "payment", order: { amount: "12900", currency: "EUR", description: "Pass" } }`,
  `{ transaction_type: "payment" }`,
  `{ transaction_type: "payment", order: { ...${ORDER}, custom_fields: { custom_field_4: {} } } }`,
  `{ transaction_type: "payment", order: ${ORDER}, settings: { auto_return: true } }`,
];

const SOURCES = [
  USE,
  ...REFUSED.map((body) => `export const params: Schemas["CheckoutCreateParams"] = ${body};`),
];

const HEAD = `
  import createClient from "openapi-fetch";
  import type { components, paths } from "./paths.js";
  export const gateway = createClient<paths>({ baseUrl: "https://api.gateway.example" });
  export type Schemas = components["schemas"];
`;

/** The compiler's messages for merchants' files that use the generated client. */
const compile = (): string[][] => {
  const files = SOURCES.map((source, index) => {
    const file = join(folder, `shop-${index}.ts`);
    writeFileSync(file, HEAD + source);
    return file;
  });
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  });
  return files.map((file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
  );
};

const generated = astToString(await openapiTS(pathToFileURL(FILE)));
// Not a declaration file: the compiler does not check those.
writeFileSync(join(folder, "paths.ts"), generated);
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
symlinkSync(MODULES, join(folder, "node_modules"), "junction");

test("a generated client compiles for what the reference allows, and refuses what it forbids", () => {
  const [messages, ...refused] = compile();
  expect(messages).toStrictEqual([]);
  expect(refused.map((found) => found.length > 0)).toStrictEqual(REFUSED.map(() => true));
});

test("every object has fields, and no default makes a field required", () => {
  expect(generated).not.toMatch(/[:|] Record<string, never>/);
  expect(generated).toMatch(/^ {12}iframe\?: boolean \| null;$/m);
});
