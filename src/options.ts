import { optional, satisfying, section } from "./models/fields/primitives.ts";
import { matching } from "./models/fields/text.ts";
import type { Fetch } from "./transport/attempt.ts";
import { basicAuthorization } from "./transport/credentials.ts";
import type { Hooks } from "./transport/hooks.ts";
import {
  checkOptions,
  commonOptions,
  type HeadersOption,
  integerFrom,
  readHeaders,
  VARIABLES,
} from "./transport/request-options.ts";
import type { Connection } from "./transport/transport.ts";
import { isRecord } from "./values.ts";

/** What a {@link PaymentsClient} is made from. */
export interface ClientOptions {
  /** Shop identifier, the user name of HTTP Basic. No colon. Default: `PAYMENTS_SHOP_ID`. */
  shopId?: string | number | undefined;
  /** The shop's secret key, the password of HTTP Basic. Default: `PAYMENTS_SECRET_KEY`. */
  secretKey?: string | undefined;
  /** Address of the product endpoints, https; a path in it is kept. Default: `PAYMENTS_BASE_URL`. */
  baseUrl?: string | URL | undefined;
  /** Address of the payment token endpoints, https; a path in it is kept. Default: `PAYMENTS_CHECKOUT_URL`. */
  checkoutUrl?: string | URL | undefined;
  /** Milliseconds for one attempt, from connection to the last byte of the body. Default 30000. */
  timeout?: number | undefined;
  /** Retries after the first attempt, at most. Default 2. */
  maxRetries?: number | undefined;
  /** Bytes of one decoded response, at most. Default 33554432: 32 MiB. */
  maxResponseBytes?: number | undefined;
  /** A `fetch` of your own, called with an address and an init. Default: the global one. */
  fetch?: Fetch | undefined;
  /** Sent with every request. */
  headers?: HeadersOption | undefined;
  /** Told what the client does, for logs and metrics. */
  hooks?: Hooks | undefined;
  /** False sends without the client-side checks; values are still written as documented. Default true. */
  validate?: boolean | undefined;
  /** True allows http: also for hosts that are not loopback: the secret key then travels in the clear. Default false. */
  allowInsecureHttp?: boolean | undefined;
  /** True allows the client in a browser, which shows the secret key to its user. Default false. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

const host = (allowInsecureHttp: unknown) =>
  matching("an https URL (http on loopback) without user, ? or #", (text) => {
    if (/[?#\s]/.test(text) || !URL.canParse(text)) return false;
    const { protocol, hostname, username, password } = new URL(text);
    const isHttpAllowed = allowInsecureHttp === true || LOOPBACK.test(hostname);
    return username + password === "" && (protocol === "https:" || (protocol === "http:" && isHttpAllowed));
  });

const isFunction = (value: unknown): boolean => value === undefined || typeof value === "function";

const defaults = {
  timeout: 30_000,
  maxRetries: 2,
  maxResponseBytes: 33_554_432,
  hooks: {},
  dangerouslyAllowBrowser: false,
};

const modelOf = ({ allowInsecureHttp }: ClientOptions) =>
  section({
    ...commonOptions,
    shopId: matching("a string without colon or line break", (id) => /^[^:\p{Cc}\p{Cs}]+$/u.test(id)),
    secretKey: matching("a string without line break", (key) => /^[^\p{Cc}\p{Cs}]+$/u.test(key)),
    baseUrl: host(allowInsecureHttp),
    checkoutUrl: host(allowInsecureHttp),
    maxResponseBytes: integerFrom(1),
    fetch: optional(satisfying<Fetch>("a function", isFunction)),
    hooks: satisfying<Hooks>(
      "functions",
      (hooks) =>
        isRecord(hooks) &&
        ["onRequest", "onResponse", "onRetry", "onDrift"].every((name) => isFunction(hooks[name])),
    ),
    dangerouslyAllowBrowser: satisfying<boolean>(
      "true in a browser",
      (allowed) => allowed === true || !("document" in globalThis),
    ),
  });

/** A client's options, read and checked. */
export interface ReadOptions {
  readonly shopId: string;
  readonly connection: Connection;
}

/** Reads options, with what is left out from the environment. Throws a `ConfigurationError` that names the option. */
export function readOptions(options: ClientOptions): ReadOptions {
  // Without a prototype an option of the name __proto__ is one like any other.
  const values: Record<string, unknown> = { __proto__: null, ...defaults };
  for (const [option, value] of Object.entries(options)) {
    values[option] = value ?? values[option];
  }
  for (const [option, variable] of Object.entries(VARIABLES)) {
    const value = values[option] ?? globalThis.process?.env?.[variable];
    values[option] = value instanceof URL || Number.isSafeInteger(value) ? String(value) : value;
  }
  const { shopId, secretKey, ...rest } = checkOptions(modelOf(options), values);
  return {
    shopId,
    connection: {
      ...rest,
      validate: options.validate !== false,
      baseUrl: rest.baseUrl.replace(/\/+$/, ""),
      checkoutUrl: rest.checkoutUrl.replace(/\/+$/, ""),
      headers: readHeaders(options.headers),
      authorization: basicAuthorization(shopId, secretKey),
    },
  };
}
