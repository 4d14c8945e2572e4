import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readComments } from "../../src/openapi/comments.ts";
import { createDocument } from "../../src/openapi/document.ts";

/** The document that the package ships. */
export const FILE = resolve(import.meta.dirname, "../../dist/openapi.json");

/** Its text; without a build, as in a mutation run, the text that a build would write. */
export const text = existsSync(FILE)
  ? readFileSync(FILE, "utf8")
  : JSON.stringify(createDocument("0.0.0", readComments()));

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly description?: string }>>;
}

interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly object[];
  readonly tags: readonly { readonly name: string }[];
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, { readonly description: string; readonly headers?: object }>>;
    readonly schemas: Readonly<
      Record<string, { description?: string; properties?: Record<string, { description?: string }> }>
    >;
  };
}

export const document: OpenApi = JSON.parse(text);

/** Every operation with its path and method. */
export const operations = Object.entries(document.paths).flatMap(([path, row]) =>
  ["get", "post", "put", "delete"].flatMap((method) => {
    const operation = row[method];
    return operation ? [{ path, method, operation }] : [];
  }),
);

/** A value and every value inside it, with their paths. */
export const nodesIn = (value: unknown, path = ""): [path: string, node: unknown][] => {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [[path, value], ...inner.flatMap(([key, node]) => nodesIn(node, `${path}/${key}`))];
};
