import { resolve } from "node:path";
import ts from "typescript";
import { describe, expect, expectTypeOf, test } from "vitest";
import type {
  Amount,
  Checkout,
  CheckoutCreateParams,
  CheckoutStatus,
  Order,
  PaymentMethod,
  Product,
  ProductCreateParams,
  Settings,
  Transaction,
} from "../../src/index.ts";

interface Style {
  widget: { buttonsColor: string };
}

interface Verification {
  result_code: string;
}

const style: Style = { widget: { buttonsColor: "#0a7d5a" } };
const verification: Verification = { result_code: "1" };

describe("everything documented compiles", () => {
  test("parameters of a payment method, by its type's name", () => {
    const method: PaymentMethod = {
      types: ["credit_card", "erip", "a_method_that_is_new"],
      erip: { order_id: 1007, account_number: "M-88", service_no: "99999999", service_info: ["Pass"] },
      halva: { contract: "H-1" },
    };
    const wrong: PaymentMethod = {
      // @ts-expect-error erip is typed
      erip: { service_info: "Pass" },
    };
    expect([method, wrong]).toHaveLength(2);
  });

  test("readonly arrays, and interfaces for objects that the reference leaves open", () => {
    const types = ["credit_card"] as const;
    const positions = [{ name: "Pass", amount: -5, quantity: 1, description: "One" }] as const;
    const settings: Settings = { style };
    const params: CheckoutCreateParams = {
      transaction_type: "payment",
      order: {
        amount: 5,
        currency: "EUR",
        description: "Pass",
        additional_data: { avs_cvc_verification: verification, cart: { positions } },
      },
      settings,
      payment_method: { types },
    };
    const cart: NonNullable<Order["additional_data"]> = { cart: { items: positions } };
    expect([params, cart]).toHaveLength(2);
  });

  test("reading values, whose types have no empty string", () => {
    const read = (order: Order) => order.additional_data?.cart?.positions?.[0]?.amount;
    expectTypeOf(read).returns.toEqualTypeOf<Amount | undefined>();
  });

  test("null in every optional field, an empty string only for text fields", () => {
    const product: Pick<ProductCreateParams, "quantity" | "transaction_type" | "test"> = {
      quantity: "",
      transaction_type: "",
      test: null,
    };
    // @ts-expect-error a flag is not a text
    product.test = "";
    // @ts-expect-error nor is a section
    const settings: CheckoutCreateParams["settings"] = "";
    expect([product, settings]).toHaveLength(2);
  });

  test("the copied request of a token and its status", () => {
    const read = (answer: Checkout | CheckoutStatus) => [
      answer.order?.amount,
      answer.order?.additional_data?.cart?.positions?.[0]?.amount,
      answer.attempts,
    ];
    expectTypeOf(read).returns.toEqualTypeOf<(number | null | undefined)[]>();
    const readTexts = ({ order, settings, customer, payment_method }: CheckoutStatus) => [
      order?.custom_fields?.custom_field_1?.value,
      order?.expired_at,
      settings?.return_url,
      customer?.email,
      payment_method?.credit_card?.token,
    ];
    expectTypeOf(readTexts).returns.toEqualTypeOf<(string | null | undefined)[]>();
  });

  test("custom field values, code and friendly message of a transaction and its details", () => {
    const read = ({ custom_fields, code, friendly_message, payment }: Transaction) => [
      custom_fields?.custom_field_1?.value,
      code,
      friendly_message,
      payment?.code,
      payment?.friendly_message,
    ];
    expectTypeOf(read).returns.toEqualTypeOf<(string | null | undefined)[]>();
  });
});

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
    expect.arrayContaining(["successful", "failed", "incomplete", "pending", "expired", "error"]),
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

/** Whether a type contains an empty string at any depth. */
type Empties<T> = unknown extends T
  ? never
  : T extends ""
    ? "empty"
    : T extends readonly (infer Item)[]
      ? Empties<Item>
      : T extends object
        ? { [Field in keyof T]-?: Empties<T[Field]> }[keyof T]
        : never;

test("no response type contains an empty string", () => {
  expectTypeOf<Empties<Product | Checkout | CheckoutStatus | Transaction>>().toEqualTypeOf<never>();
  expectTypeOf<Empties<CheckoutCreateParams>>().toEqualTypeOf<"empty">();
});
