/** Each documented rule is checked in five places: types, models, wire, sandbox, and `openapi.json`. */
import { describe, expect, test } from "vitest";
import {
  billCreateParamsSchema,
  type ClientOptions,
  checkoutCreateParamsSchema,
  InvalidRequestError,
  PaymentsClient,
  productCreateParamsSchema,
  productUpdateParamsSchema,
  ValidationError,
} from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { document } from "../openapi/document.ts";
import { problemsOf } from "../openapi/validate.ts";
import { aProduct } from "./params.ts";
import { commentOf, fieldsOf } from "./places/typescript.ts";
import { isSame } from "./requests.ts";
import { RULES } from "./tables/rules.ts";

const MODELS = {
  "products.create": productCreateParamsSchema,
  "products.update": productUpdateParamsSchema,
  "checkouts.create": checkoutCreateParamsSchema,
  "bills.create": billCreateParamsSchema,
};

const COMPONENTS = {
  "products.create": "ProductCreateParams",
  "products.update": "ProductUpdateParams",
  "checkouts.create": "CheckoutCreateParams",
  "bills.create": "BillCreateParams",
};

type Operation = keyof typeof MODELS;

const stepsTo = (path: string): string[] => (path === "" ? [] : path.split("."));

/** Calls a sandbox, and returns the request that was sent and the result. */
const exchange = async (operation: Operation, params: object, options: ClientOptions) => {
  const { fetch, ...shop } = new Sandbox().clientOptions;
  const { id } = await new PaymentsClient({ ...shop, fetch }).products.create(aProduct);
  let sent: unknown;
  const client = new PaymentsClient({
    ...shop,
    fetch: (url, init) => {
      sent = JSON.parse(String(init.body));
      return fetch(url, init);
    },
    ...options,
  });
  const { products, checkouts, bills } = client;
  const calls = {
    "products.create": async () => Reflect.apply(products.create, products, [params]),
    "products.update": async () => Reflect.apply(products.update, products, [id, params]),
    "checkouts.create": async () => Reflect.apply(checkouts.create, checkouts, [params]),
    "bills.create": async () => Reflect.apply(bills.create, bills, [params]),
  };
  const error: unknown = await calls[operation]().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { sent: Object(sent).checkout ?? Object(sent).request ?? sent, error };
};

const expectToName = (error: unknown, operation: Operation, path: string): void => {
  const root = operation === "checkouts.create" ? ["checkout"] : [];
  const steps = [...root, ...stepsTo(path)];
  const named = steps.length === 0 ? ["base"] : steps;
  const { issues } = Object(error);
  const paths = issues.map((issue: { path: string[] }) => issue.path);
  expect(paths.some((found: string[]) => isSame(found, named))).toBe(true);
};

describe.each(RULES)("$name", ({ operation, takes, refuses, comment, isOnlyDescribed }) => {
  const [type, field, words] = comment;

  test("in the comments of the types", () => {
    expect(field === "" ? commentOf(type) : fieldsOf(type).get(field)?.comment).toContain(words);
  });

  test("in the models", () => {
    for (const params of takes) expect(MODELS[operation].safeParse(params).error).toBeUndefined();
    for (const [path, params] of refuses) {
      const paths = MODELS[operation].safeParse(params).error?.issues.map((issue) => issue.path.join("."));
      expect(paths).toStrictEqual([path]);
    }
  });

  test("on the wire", async () => {
    for (const params of takes) {
      const { sent, error } = await exchange(operation, params, {});
      expect(error).toBeUndefined();
      expect(sent).toBeDefined();
    }
    for (const [path, params] of refuses) {
      const { sent, error } = await exchange(operation, params, {});
      expect(sent).toBeUndefined();
      expect(error).toBeInstanceOf(InvalidRequestError);
      expectToName(error, operation, path);
    }
  });

  test("in the sandbox", async () => {
    for (const [path, params] of refuses) {
      const { error } = await exchange(operation, params, { validate: false });
      expect(error).toBeInstanceOf(ValidationError);
      expectToName(error, operation, path);
    }
  });

  test("in openapi.json", async () => {
    const component = COMPONENTS[operation];
    for (const params of takes) {
      const { sent } = await exchange(operation, params, {});
      expect(problemsOf(component, sent)).toStrictEqual([]);
    }
    for (const [, params] of isOnlyDescribed ? [] : refuses) {
      const { sent } = await exchange(operation, params, { validate: false });
      expect(problemsOf(component, sent)).not.toStrictEqual([]);
    }
    const described = document.components.schemas[type];
    const text = field === "" ? described?.description : described?.properties?.[field]?.description;
    expect(text).toContain(words);
  });
});
