import { variableOf } from "../runtime/environment.ts";
import type { SandboxClientOptions } from "./sandbox-options.ts";

export type Environment = Omit<SandboxClientOptions, "idempotencyKeys"> & { readonly publicKey: string };

/** Quotes a value for a shell and for a `.env` file. A value with `'` is quoted only for a shell, because no quotes suit both. */
export const shellQuoted = (value: string): string =>
  /^[\w@%+=:,./•-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;

export const environmentOf = (environment: Environment): Record<string, string> => {
  const { shopId, secretKey, baseUrl, checkoutUrl, gatewayUrl, publicKey } = environment;
  const values = { shopId, secretKey, baseUrl, checkoutUrl, gatewayUrl, publicKey };
  return Object.fromEntries(
    Object.entries(values).map(([option, value]) => [variableOf(option) ?? option, value]),
  );
};

export const environmentLines = (environment: Environment): string[] =>
  Object.entries(environmentOf(environment)).map(([name, value]) => `${name}=${shellQuoted(value)}`);
