import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { document, operations } from "./document.ts";

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: true, strictTypes: false });
formats.default(ajv);
// Schemas are referenced inside the document, whose other keys are not JSON Schema keywords.
ajv.addVocabulary(Object.keys(document));
ajv.addSchema({ ...document, $id: "openapi.json" });

const escaped = (key: string): string => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));

const JSON_BODY = ["content", "application/json", "schema"];

/** How a value differs from the document's schema at these keys: the fields, each with its problem. */
export const problemsAt = (keys: readonly string[], value: unknown): string[] => {
  const $ref = `openapi.json#/${keys.map(escaped).join("/")}`;
  const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

export const problemsOf = (component: string, value: unknown): string[] =>
  problemsAt(["components", "schemas", component], value);

/** The operation of an exchange, and its keys in the document. One that the document does not describe is an error. */
const operationOf = (method: string, url: string) => {
  const { pathname } = new URL(url);
  const found = operations.find(
    ({ path, method: known }) =>
      known === method.toLowerCase() &&
      new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
  );
  if (!found) throw new Error(`no path for ${pathname}`);
  return { operation: found.operation, keys: ["paths", found.path, found.method] };
};

/** Problems of a request body. */
export const requestProblems = (method: string, url: string, body: string | null): string[] => {
  const { operation, keys } = operationOf(method, url);
  if (!operation.requestBody) return body === null ? [] : ["a body that is not described"];
  return problemsAt([...keys, "requestBody", ...JSON_BODY], JSON.parse(body ?? "null"));
};

/** Problems of a response, by its status. */
export const responseProblems = (method: string, url: string, status: number, body: string): string[] => {
  const { operation, keys } = operationOf(method, url);
  const key = String(status);
  const response: unknown = operation.responses[key];
  if (!response) return [`the status ${status} is not described`];
  const { $ref, content } = Object(response);
  if (!$ref && !content) return body === "" ? [] : ["a body that is not described"];
  const place = $ref ? $ref.split("/").slice(1) : [...keys, "responses", key];
  return problemsAt([...place, ...JSON_BODY], JSON.parse(body));
};
