import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The document that the package ships. */
export const FILE = resolve(import.meta.dirname, "../../dist/openapi.json");

if (!existsSync(FILE)) throw new Error("build first: npm run build");

export const text = readFileSync(FILE, "utf8");

interface Operation {
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly description?: string }>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
    readonly schemas: Readonly<
      Record<string, { description?: string; properties?: Record<string, { description?: string }> }>
    >;
  };
}

export const document: OpenApi = JSON.parse(text);
