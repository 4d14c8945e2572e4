import { existsSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { edit } from "./editor.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** The declarations that a merchant's editor reads. */
const BUILT = resolve(ROOT, "dist/index.d.ts");
const FILE = resolve(import.meta.dirname, "hovered.ts");
const TYPES = [
  "ProductCreateParams",
  "ProductUpdateParams",
  "CheckoutCreateParams",
  "Product",
  "Checkout",
  "CheckoutStatus",
  "Transaction",
] as const;

const DECLARATIONS = `
  import type { ${TYPES.join(", ")} } from "../../dist/index.js";
`;

/** An object literal of a type with all fields at every depth. */
const literalOf = (checker: ts.TypeChecker, type: ts.Type): string => {
  const parts = type.isUnion() ? type.types : [type];
  const list = parts.find((part) => checker.isArrayType(part));
  const item = list && checker.getIndexTypeOfType(list, ts.IndexKind.Number);
  if (item) return `[${literalOf(checker, item)}]`;
  const section = parts.find(
    (part) =>
      (part.flags & ts.TypeFlags.Object) !== 0 &&
      checker.getIndexInfosOfType(part).length === 0 &&
      part.symbol.name !== "Date",
  );
  if (!section) return "null";
  const fields = section
    .getProperties()
    .map((field) => `${field.name}: ${literalOf(checker, checker.getTypeOfSymbol(field))}`);
  return `{ ${fields.join(", ")} }`;
};

/** The hover text of each field of the object literals, by path. */
const hover = (): Map<string, string> => {
  const uses = TYPES.map((name) => `declare const of${name}: ${name};`).join("\n");
  const program = edit(FILE, DECLARATIONS + uses).getProgram();
  const source = program?.getSourceFile(FILE);
  if (!program || !source) throw new Error("no program");
  const checker = program.getTypeChecker();
  const literals = source.statements.filter(ts.isVariableStatement).map(({ declarationList }, index) => {
    const [declaration] = declarationList.declarations;
    if (!declaration) throw new Error("no declaration");
    const literal = literalOf(checker, checker.getTypeAtLocation(declaration.name));
    return `export const literal${index}: ${TYPES[index]} = ${literal};`;
  });

  const service = edit(FILE, DECLARATIONS + literals.join("\n"));
  const written = service.getProgram()?.getSourceFile(FILE);
  if (!written) throw new Error("no source");
  const shown = new Map<string, string>();
  const visit = (node: ts.Node, path: string): void => {
    if (!ts.isPropertyAssignment(node)) {
      ts.forEachChild(node, (child) => visit(child, path));
      return;
    }
    const field = `${path}.${node.name.getText(written)}`;
    const info = service.getQuickInfoAtPosition(FILE, node.name.getStart(written));
    shown.set(field, ts.displayPartsToString(info?.documentation));
    visit(node.initializer, field);
  };
  written.statements.filter(ts.isVariableStatement).forEach((statement, index) => {
    visit(statement, TYPES[index] ?? "");
  });
  return shown;
};

describe("an editor, with the built types,", () => {
  let shown = new Map<string, string>();

  beforeAll(() => {
    if (!existsSync(BUILT)) throw new Error("build first: npm run build");
    shown = hover();
  });

  test("knows the fields of every section", () => {
    expect([...shown.keys()]).toEqual(
      expect.arrayContaining([
        "ProductCreateParams.expired_at",
        "ProductUpdateParams.amount",
        "CheckoutCreateParams.transaction_type",
        "CheckoutCreateParams.settings.customer_fields.read_only",
        "CheckoutCreateParams.settings.save_card_toggle.hint",
        "CheckoutCreateParams.settings.agreement_toggle.url",
        "CheckoutCreateParams.order.custom_fields.custom_field_3.placeholder",
        "CheckoutCreateParams.order.additional_data.card_on_file.initiator",
        "CheckoutCreateParams.order.additional_data.recipient.account_number",
        "CheckoutCreateParams.order.additional_data.cart.positions.nomenclature_code",
        "CheckoutCreateParams.customer.birth_date",
        "CheckoutCreateParams.payment_method.credit_card.token",
        "CheckoutCreateParams.travel.airline.legs.flight_number",
        "CheckoutCreateParams.travel.airline.passengers.last_name",
        "Product.quantity",
        "Checkout.redirect_url",
        "CheckoutStatus.gateway_response.payment.auth_code",
        "Transaction.credit_card.last_4",
      ]),
    );
  });

  test("shows a comment on every field, with its unit, limit or default", () => {
    const undocumented = [...shown].filter(([, text]) => text === "");
    expect(undocumented.map(([path]) => path)).toStrictEqual([]);
    expect(shown.get("CheckoutCreateParams.order.amount")).toContain("minor units");
    expect(shown.get("CheckoutCreateParams.order.custom_fields.custom_field_1.value")).toContain("255");
    expect(shown.get("ProductUpdateParams.language")).toContain("Default `en`");
  });
});
