import { refuseUnknown, SHARED } from "../../errors/refuse-unknown.ts";
import { checkNode } from "../../runtime/check-node.ts";
import { readEnvironment, readMilliseconds, variableOf } from "../../runtime/environment.ts";
import { isBrowser } from "../../runtime/is-browser.ts";
import { isLoopbackHost } from "../../runtime/loopback.ts";
import {
  basicAuthorization,
  isSecretKey,
  isShopId,
  SECRET_KEY_FORMAT,
  SHOP_ID_FORMAT,
} from "../../shared/basic-auth.ts";
import { parseUrl } from "../../shared/parse-url.ts";
import { readMethod, readOption } from "../../shared/read-option.ts";
import { redactor } from "../../shared/redact.ts";
import { isRecord } from "../../shared/values.ts";
import {
  checkOptions,
  integerFrom,
  type OptionRule,
  optional,
  satisfying,
} from "../prepare/check-options.ts";
import type { Connection, Fetch } from "../prepare/connection.ts";
import { withDebugLog } from "../prepare/debug-log.ts";
import { type HeadersOption, ownHeaders } from "../prepare/headers.ts";
import { HOOK_NAMES, type Hooks } from "../prepare/hooks.ts";
import { commonOptions } from "../prepare/request-options.ts";
import { RetryBudget } from "../prepare/retry-budget.ts";

/** Options of {@link PaymentsClient}. */
export interface ClientOptions {
  /** Shop identifier, the user name of HTTP Basic. Default: `PAYMENTS_SHOP_ID`. Must not contain a colon. */
  shopId?: string | number | undefined;
  /** The shop's secret key, the password of HTTP Basic. Default: `PAYMENTS_SECRET_KEY`. */
  secretKey?: string | undefined;
  /** URL of the product endpoints. Default: `PAYMENTS_BASE_URL`. https, may include a path. */
  baseUrl?: string | URL | undefined;
  /** URL of the payment token endpoints. Default: `PAYMENTS_CHECKOUT_URL`. https, may include a path. */
  checkoutUrl?: string | URL | undefined;
  /**
   * URL of the transaction endpoints. Default: `PAYMENTS_GATEWAY_URL`. Required only for `transactions`. https, may
   * include a path.
   */
  gatewayUrl?: string | URL | undefined;
  /**
   * Timeout of one attempt in milliseconds, from connecting to the last byte of the body. Default:
   * `PAYMENTS_TIMEOUT`, or 30000.
   */
  timeout?: number | undefined;
  /**
   * Deadline of one call in milliseconds, with its retries and the delays between them. Default: none. After it, the
   * call fails with a `TimeoutError`.
   */
  deadline?: number | undefined;
  /** Maximum number of retries after the first attempt. Default 2. */
  maxRetries?: number | undefined;
  /** Maximum size of one decoded response in bytes. Default 33554432 (32 MiB). */
  maxResponseBytes?: number | undefined;
  /** Custom `fetch`, called with a URL string and an init object. Default: the global `fetch`. */
  fetch?: Fetch | undefined;
  /** Headers sent with every request. The client sets `X-API-Version` and refuses any value except 2. */
  headers?: HeadersOption | undefined;
  /** Callbacks for logs and metrics. */
  hooks?: Hooks | undefined;
  /**
   * True if the gateway honors idempotency keys (`RequestID`). A call with an `idempotencyKey` is then retried like a
   * `GET`. Default false. With false, the key is sent and nothing is retried, because a gateway that ignores keys would
   * process each retry. `npx payments-client check --keys TOKEN` can prove that the gateway honors keys.
   */
  idempotencyKeys?: boolean | undefined;
  /** False skips the client-side checks. Values are still converted to their documented format. Default true. */
  validate?: boolean | undefined;
  /** True allows `http:` for hosts other than loopback, which sends the secret key unencrypted. Default false. */
  allowInsecureHttp?: boolean | undefined;
  /**
   * True allows the client in a browser, where users can read the secret key, and which may itself repeat a `POST`
   * whose connection was lost. Default false.
   */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** A text that passes a test. */
const text = (expected: string, test: (value: string) => boolean): OptionRule<string> =>
  satisfying(expected, (value) => typeof value === "string" && test(value));

const hostUrl = (allowInsecureHttp: unknown): OptionRule<string> =>
  text("an https URL (http on loopback) without user, ? or #", (value) => {
    const url = parseUrl(value);
    if (!url || /[?#\s]/.test(value)) return false;
    const { protocol, hostname, username, password } = url;
    const isHttpAllowed = allowInsecureHttp === true || isLoopbackHost(hostname);
    const isAllowed = protocol === "https:" || (protocol === "http:" && isHttpAllowed);
    return isAllowed && !username && !password;
  });

const isFunction = (value: unknown): boolean => value === undefined || typeof value === "function";

const DEFAULTS: ClientOptions = {
  timeout: 30_000,
  maxRetries: 2,
  maxResponseBytes: 33_554_432,
  hooks: {},
  idempotencyKeys: false,
  dangerouslyAllowBrowser: false,
};

/** @throws ConfigurationError if a variable is wrong. */
const defaultOf = (name: string): unknown =>
  (name === "timeout" ? readMilliseconds("callTimeout") : undefined) ?? readOption(DEFAULTS, name);

const anything = satisfying<unknown>("anything", () => true);

const rulesOf = (address: OptionRule<string>) =>
  ({
    ...commonOptions,
    shopId: text(SHOP_ID_FORMAT, isShopId),
    secretKey: text(SECRET_KEY_FORMAT, isSecretKey),
    baseUrl: address,
    checkoutUrl: address,
    gatewayUrl: optional(address),
    maxResponseBytes: integerFrom("bytes", 1),
    fetch: satisfying<Fetch | undefined>("a function", isFunction),
    headers: satisfying<HeadersOption | undefined>("headers", () => true),
    hooks: satisfying<Hooks>(
      "functions",
      (hooks) => isRecord(hooks) && HOOK_NAMES.every((name) => isFunction(hooks[name])),
    ),
    idempotencyKeys: satisfying<boolean>("true or false", (value) => typeof value === "boolean"),
    validate: anything,
    allowInsecureHttp: anything,
    dangerouslyAllowBrowser: satisfying<boolean>(
      "true in a browser, because its user can read the secret key. Call the API from a server instead",
      (allowed) => allowed === true || !isBrowser(),
    ),
  }) satisfies Readonly<Record<keyof ClientOptions, OptionRule<never>>>;

/** Hooks may be the methods of a class, which are called on its object. */
const boundHooks = (hooks: Hooks): Hooks =>
  Object.fromEntries(HOOK_NAMES.map((name) => [name, readOption(hooks, name)?.bind(hooks)]));

/** The options of a client, read and validated. */
export interface ReadOptions {
  readonly shopId: string;
  readonly connection: Connection;
  /** The options as they were read, for `withOptions`. */
  readonly given: Readonly<Record<string, unknown>>;
}

const OWNER = "The options of PaymentsClient";

/** Replaces some options of a client. Options are read by name, like the constructor's. */
export function mergeOptions(given: ReadOptions["given"], options: ClientOptions | null | undefined): object {
  refuseUnknown(OWNER, options, Object.keys(given), SHARED);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, readOption(options, name) ?? value]),
  );
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, "");

/**
 * Reads each option by name, so that getters and inherited properties work, or from its environment variable.
 *
 * @throws ConfigurationError that names the option.
 */
export function readClientOptions(options: ClientOptions): ReadOptions {
  checkNode();
  const values: Record<string, unknown> = {};
  const rules = rulesOf(hostUrl(readOption(options, "allowInsecureHttp")));
  const names = Object.keys(rules);
  refuseUnknown(OWNER, options, names, SHARED);
  for (const name of names) {
    const variable = variableOf(name);
    const value = readMethod(options, name) ?? (variable ? readEnvironment(name) : defaultOf(name));
    const isWrittenAsText = variable && (value instanceof URL || Number.isSafeInteger(value));
    values[name] = isWrittenAsText ? String(value) : value;
  }
  checkOptions(rules, values);
  refuseUnknown("hooks", values.hooks, HOOK_NAMES, {});
  const { shopId, secretKey, allowInsecureHttp: _, ...rest } = values;
  const authorization = basicAuthorization(shopId, secretKey);
  const hooks = boundHooks(rest.hooks);
  return {
    shopId,
    given: values,
    connection: {
      ...rest,
      validate: rest.validate !== false,
      baseUrl: withoutSlash(rest.baseUrl),
      checkoutUrl: withoutSlash(rest.checkoutUrl),
      gatewayUrl: rest.gatewayUrl && withoutSlash(rest.gatewayUrl),
      headers: ownHeaders(rest.headers),
      hooks: readEnvironment("log") === "debug" ? withDebugLog(hooks) : hooks,
      authorization,
      redact: redactor(secretKey, authorization),
      budget: new RetryBudget(),
    },
  };
}
