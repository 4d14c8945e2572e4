import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  hintFor,
  OPTIONAL_FUNCTIONS,
  REQUIRED_FUNCTIONS,
  type ShopFunctions,
} from "../../check-shop/options.ts";
import type { SandboxClientOptions } from "../../sandbox/sandbox-options.ts";
import { messageOf } from "../../shared/values.ts";

/** What the shop's `start` gets. */
interface ShopStart {
  readonly clientOptions: SandboxClientOptions;
  readonly publicKey: string;
  /** The same as PAYMENTS_… variables. */
  readonly environment: Readonly<Record<string, string>>;
}

interface ShopModule extends ShopFunctions {
  start?: ((options: ShopStart) => unknown) | undefined;
  stop?: (() => unknown) | undefined;
}

const OPTIONAL = ["start", "stop", ...OPTIONAL_FUNCTIONS];

const isFunction = (value: unknown): boolean => typeof value === "function";

const isShopModule = (functions: object): functions is ShopModule =>
  REQUIRED_FUNCTIONS.every((name) => name in functions);

/** Refuses functions with names that nothing calls. @throws Error that suggests the nearest name. */
function checkNames(file: string, module: unknown): void {
  const names = [...REQUIRED_FUNCTIONS, ...OPTIONAL];
  for (const [name, value] of Object.entries(Object(module))) {
    if (isFunction(value) && !names.includes(name))
      throw new Error(`${file} exports ${name}, which check-shop does not call${hintFor(name, names)}`);
  }
}

/** Loads the module of a shop. @throws Error that describes the mistake in it. */
export async function loadShop(file: string): Promise<ShopModule> {
  const path = resolve(file);
  await access(path).catch(() => {
    throw new Error(`${file} does not exist or cannot be read`);
  });
  const module: unknown = await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new Error(`${file} cannot be loaded: ${messageOf(error)}`);
  });
  checkNames(file, module);
  const functions = Object.fromEntries(
    Object.entries(Object(module)).filter(([, value]) => isFunction(value)),
  );
  if (isShopModule(functions)) return functions;
  throw new Error(
    `${file} must export the functions ${REQUIRED_FUNCTIONS.join(" and ")}. If it exports ${OPTIONAL.join(", ")}, they must be functions`,
  );
}
