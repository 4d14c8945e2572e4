import { readEnvironment } from "./environment.ts";
import { anything, optional, satisfying, section } from "./models/fields/primitives.ts";
import { matching } from "./models/fields/text.ts";
import { basicAuthorization } from "./transport/credentials.ts";
import { withDebugLog } from "./transport/debug-log.ts";
import type { Fetch } from "./transport/exchange.ts";
import { HOOK_NAMES, type Hooks } from "./transport/hooks.ts";
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
  /**
   * Address of the transaction endpoints, https; a path in it is kept. Needed only for them. Default:
   * `PAYMENTS_GATEWAY_URL`.
   */
  gatewayUrl?: string | URL | undefined;
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

/** A page, or a worker of one: Deno's workers have a `WorkerNavigator` too. */
const isBrowser = (): boolean =>
  "document" in globalThis || ("WorkerNavigator" in globalThis && !("Deno" in globalThis));

const defaults: Readonly<Record<keyof ClientOptions, unknown>> = {
  shopId: undefined,
  secretKey: undefined,
  baseUrl: undefined,
  checkoutUrl: undefined,
  gatewayUrl: undefined,
  timeout: 30_000,
  maxRetries: 2,
  maxResponseBytes: 33_554_432,
  fetch: undefined,
  headers: undefined,
  hooks: {},
  validate: true,
  allowInsecureHttp: false,
  dangerouslyAllowBrowser: false,
};

const modelOf = (allowInsecureHttp: unknown) =>
  section({
    ...commonOptions,
    shopId: matching("a string without colon or line break", (id) => /^[^:\p{Cc}\p{Cs}]+$/u.test(id)),
    secretKey: matching("a string without line break", (key) => /^[^\p{Cc}\p{Cs}]+$/u.test(key)),
    baseUrl: host(allowInsecureHttp),
    checkoutUrl: host(allowInsecureHttp),
    gatewayUrl: optional(host(allowInsecureHttp)),
    maxResponseBytes: integerFrom(1),
    fetch: optional(satisfying<Fetch>("a function", isFunction)),
    headers: satisfying<HeadersOption | undefined>("headers", () => true),
    hooks: satisfying<Hooks>(
      "functions",
      (hooks) => isRecord(hooks) && HOOK_NAMES.every((name) => isFunction(hooks[name])),
    ),
    validate: anything,
    dangerouslyAllowBrowser: satisfying<boolean>(
      "true in a browser",
      (allowed) => allowed === true || !isBrowser(),
    ),
  });

/** A client's options, read and checked. */
export interface ReadOptions {
  readonly shopId: string;
  readonly connection: Connection;
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, "");

/**
 * Reads options by name, so that a class, a getter or a prototype may hold them, and what is left out from the
 * environment. Throws a `ConfigurationError` that names the option.
 */
export function readOptions(options: ClientOptions): ReadOptions {
  const values: Record<string, unknown> = {};
  for (const [option, standard] of Object.entries(defaults)) {
    const variable = VARIABLES[option];
    const value: unknown =
      Reflect.get(Object(options), option) ?? (variable ? readEnvironment(variable) : standard);
    const isWrittenAsText = variable && (value instanceof URL || Number.isSafeInteger(value));
    values[option] = isWrittenAsText ? String(value) : value;
  }
  const { shopId, secretKey, ...rest } = checkOptions(modelOf(values["allowInsecureHttp"]), values);
  const isLogging = readEnvironment("PAYMENTS_LOG") === "debug";
  return {
    shopId,
    connection: {
      ...rest,
      validate: rest.validate !== false,
      baseUrl: withoutSlash(rest.baseUrl),
      checkoutUrl: withoutSlash(rest.checkoutUrl),
      gatewayUrl: rest.gatewayUrl && withoutSlash(rest.gatewayUrl),
      headers: readHeaders(rest.headers),
      hooks: isLogging ? withDebugLog(rest.hooks) : rest.hooks,
      authorization: basicAuthorization(shopId, secretKey),
    },
  };
}
