import type * as z from "zod/mini";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { sentence } from "../errors/error-tree.ts";
import { type Model, optional, satisfying, section } from "../models/fields/primitives.ts";
import { LONGEST_TIMER } from "../values.ts";
import { toIssues } from "./validate.ts";

/** Headers, in any form that `Headers` takes. */
export type HeadersOption = Headers | Record<string, string> | [string, string][];

/** For one call, instead of the client's. */
export interface RequestOptions {
  /** Ends the call, also between attempts: `RequestAbortedError`. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, from connection to the last byte of the body. */
  timeout?: number | undefined;
  /** Retries after the first attempt, at most. */
  maxRetries?: number | undefined;
  /** Sent besides the client's headers; the same name replaces. */
  headers?: HeadersOption | undefined;
}

/** An integer option. */
export const integerFrom = (least: number, most = Number.MAX_SAFE_INTEGER): Model<number> =>
  satisfying(
    `an integer from ${least} to ${most}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  );

/** Headers as a plain object with names in lower case. What is wrong with them is not repeated: it may be a secret. */
export function readHeaders(headers: HeadersOption | undefined): Record<string, string> {
  try {
    return headers ? Object.fromEntries(new Headers(headers)) : {};
  } catch {
    throw new ConfigurationError("headers must be valid HTTP headers");
  }
}

/** What a client and one call both can set. The longest timeout is the longest that a timer can wait. */
export const commonOptions = {
  timeout: integerFrom(1, LONGEST_TIMER),
  maxRetries: integerFrom(0),
};

const requestOptionsModel = section({
  ...commonOptions,
  signal: optional(satisfying<AbortSignal>("an AbortSignal", (value) => value instanceof AbortSignal)),
});

/** The options that have an environment variable. */
export const VARIABLES: Readonly<Record<string, string>> = {
  shopId: "PAYMENTS_SHOP_ID",
  secretKey: "PAYMENTS_SECRET_KEY",
  baseUrl: "PAYMENTS_BASE_URL",
  checkoutUrl: "PAYMENTS_CHECKOUT_URL",
  gatewayUrl: "PAYMENTS_GATEWAY_URL",
};

/** Refuses wrong options, by name and environment variable. */
export function checkOptions<T extends z.ZodMiniType>(model: T, values: unknown): z.output<T> {
  const { data, error } = model.safeParse(values);
  if (!error) return data;
  const issues = toIssues(error.issues, []).map(({ path: [option = ""], messages }) => {
    const variable = VARIABLES[option];
    return { path: [variable ? `${option} (${variable})` : option], messages };
  });
  throw new ConfigurationError(sentence(issues));
}

/** The options of one call, where they are left out those of its client. */
export function readRequestOptions(
  options: RequestOptions | null | undefined,
  client: { readonly timeout: number; readonly maxRetries: number },
) {
  const { timeout, maxRetries } = client;
  if (!options) return { timeout, maxRetries };
  return checkOptions(requestOptionsModel, {
    signal: options.signal,
    timeout: options.timeout ?? timeout,
    maxRetries: options.maxRetries ?? maxRetries,
  });
}
