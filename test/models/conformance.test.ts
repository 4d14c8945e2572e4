/**
 * Each documented request field and each rule is checked on the wire, in the sandbox, and in
 * `openapi.json`, which has the comments. The client checks with the models, from which the types are inferred.
 */
import { describe, expect, test } from "vitest";
import { type ClientOptions, InvalidRequestError, PaymentsClient, ValidationError } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { document } from "../openapi/document.ts";
import { problemsOf } from "../openapi/validate.ts";
import { aProduct } from "./params.ts";
import { openapiProblems, propertiesOf } from "./places/openapi.ts";
import { sandboxProblems } from "./places/sandbox.ts";
import { shapeOf } from "./places/schema.ts";
import { wireProblems } from "./places/wire.ts";
import { isSame } from "./requests.ts";
import { RULES } from "./tables/rules.ts";
import { SECTIONS } from "./tables/sections.ts";
import type { Section, Statement } from "./tables/statement.ts";

type Place = (section: Section, statement: Statement) => string[] | Promise<string[]>;

const PLACES: readonly (readonly [string, Place])[] = [
  ["wire", wireProblems],
  ["sandbox", sandboxProblems],
  ["openapi.json", openapiProblems],
];

describe.each(PLACES)("%s", (_, problemsOf) => {
  test.each(SECTIONS)("$name matches the reference", async (section) => {
    const found: string[] = [];
    for (const statement of section.fields) {
      const problems = await problemsOf(section, statement);
      found.push(...problems.map((problem) => `${section.name}.${statement.field} ${problem}`));
    }
    expect(found).toStrictEqual([]);
  });
});

test.each(SECTIONS)("$name has exactly these fields in every place", ({ name, fields }) => {
  const stated = fields.map(({ field }) => field).sort();
  expect([...shapeOf(name).keys()].sort()).toStrictEqual(stated);
  expect(propertiesOf(name).sort()).toStrictEqual(stated);
});

test("every section that a field refers to has a table", () => {
  const held = SECTIONS.flatMap(({ fields }) => fields.flatMap(({ kind }) => kind.section ?? []));
  const names = SECTIONS.map(({ name }) => name);
  expect(held.filter((name) => !names.includes(name))).toStrictEqual([]);
});

const COMPONENTS = {
  "products.create": "ProductCreateParams",
  "products.update": "ProductUpdateParams",
  "checkouts.create": "CheckoutCreateParams",
  "bills.create": "BillCreateParams",
};

type Operation = keyof typeof COMPONENTS;

const stepsTo = (path: string): string[] => (path === "" ? [] : path.split("."));

/** Calls a sandbox, and returns the request that was sent and the result. */
const exchange = async (operation: Operation, params: object, options: ClientOptions) => {
  const { fetch, ...shop } = new Sandbox().clientOptions;
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
    "products.update": async () => {
      const { id } = await new PaymentsClient({ ...shop, fetch }).products.create(aProduct);
      return Reflect.apply(products.update, products, [id, params]);
    },
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

  test("on the wire, in the sandbox and in openapi.json", async () => {
    const component = COMPONENTS[operation];
    for (const params of takes) {
      const { sent, error } = await exchange(operation, params, {});
      expect(error).toBeUndefined();
      expect(problemsOf(component, sent)).toStrictEqual([]);
    }
    for (const [path, params] of refuses) {
      const { sent, error } = await exchange(operation, params, {});
      expect(sent).toBeUndefined();
      expect(error).toBeInstanceOf(InvalidRequestError);
      expectToName(error, operation, path);
      const unchecked = await exchange(operation, params, { validate: false });
      expect(unchecked.error).toBeInstanceOf(ValidationError);
      expectToName(unchecked.error, operation, path);
      if (!isOnlyDescribed) expect(problemsOf(component, unchecked.sent)).not.toStrictEqual([]);
    }
    const described = document.components.schemas[type];
    const text = field === "" ? described?.description : described?.properties?.[field]?.description;
    expect(text).toContain(words);
  });
});
