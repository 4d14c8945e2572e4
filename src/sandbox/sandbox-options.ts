import * as z from "zod/mini";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { refuseUnknown, SHARED } from "../errors/refuse-unknown.ts";
import { checkNode } from "../runtime/check-node.ts";
import { isLoopbackHost } from "../runtime/loopback.ts";
import { parseUrl, toHttpUrl } from "../shared/parse-url.ts";
import { readMethod, readOption } from "../shared/read-option.ts";
import { LONGEST_TIMER } from "../shared/values.ts";
import type { ChargeBackOptions, PayOptions } from "./actions/payments.ts";
import { Refusal } from "./gateway/gateway.ts";
import type { GatewayOptions } from "./gateway/open-gateway.ts";
import type { Deliver } from "./gateway/orders/order.ts";
import type { SandboxState } from "./gateway/orders/store.ts";
import type { DisturbNextOptions, FailNextOptions } from "./gateway/plans/plans.ts";
import type { Variants } from "./gateway/variants.ts";

/** The options of a {@link Sandbox}. */
export interface SandboxOptions {
  /** Shop id. Default: `"1"`. Must not contain a colon. */
  shopId?: string | number | undefined;
  /** The shop's secret key. Default: `"sandbox-secret-key"`, which is public. */
  secretKey?: string | undefined;
  /** The shop's name on the payment page. Default: `"Sandbox"`. */
  shopName?: string | undefined;
  /**
   * The shop's registered http or https address. Customers return to it if the product or the token has no return address.
   * Default: none, so that the pages have no link to the shop.
   */
  shopUrl?: string | URL | undefined;
  /**
   * Divides the time before repeats of notifications, the lifetime of payment tokens, and the 30 seconds for which an equal
   * payment or refund is a duplicate. 60 turns minutes into seconds. Default: 1. Minimum: 0.001.
   */
  speed?: number | undefined;
  /**
   * Posts notifications to the merchant's server. Default: the global `fetch`. Your own handler, such as
   * `webhooks.handler(…)`, receives them without a socket.
   */
  deliver?: Deliver | undefined;
  /**
   * A result of `sandbox.state()` to start from. Default: no records. Its notifications wait until you press Send on the
   * dashboard or call `redeliver`, because others may own their addresses.
   */
  state?: SandboxState | undefined;
  /**
   * What gateways answer differently, such as `{ freshToken: "incomplete" }`. Default: the variants with the best evidence.
   * `payments-client check` measures the variants of your gateway.
   */
  variants?: Partial<Variants> | undefined;
}

/** The addresses of a sandbox. */
export interface SandboxListenOptions {
  /** Port to listen on. Default: 0, which means any free port. */
  port?: number | undefined;
  /** Address to listen on. Default: `127.0.0.1`, which only this machine can reach. */
  host?: string | undefined;
  /**
   * Public address of this server, such as a tunnel's `https://name.example`. An http or https origin without a path. All links
   * start with it. Requires your own `secretKey` and gives the dashboard another port, unless it is a loopback address, such as
   * the published port of a container. Default: the address to listen on.
   */
  publicUrl?: string | URL | undefined;
  /**
   * Port of the dashboard on 127.0.0.1 if there is a `publicUrl`. Never forward a proxy or a tunnel to it. Default: the port
   * after `port`, or any free port if `port` is 0.
   */
  dashboardPort?: number | undefined;
}

/** The options with which a `PaymentsClient` calls a sandbox. */
export interface SandboxClientOptions {
  /** Shop id. */
  readonly shopId: string;
  /** The shop's secret key. */
  readonly secretKey: string;
  /** Address of the product endpoints. */
  readonly baseUrl: string;
  /** Address of the payment token endpoints. */
  readonly checkoutUrl: string;
  /** Address of the transaction endpoints. */
  readonly gatewayUrl: string;
  /** True, because the sandbox honors idempotency keys. */
  readonly idempotencyKeys: true;
}

/** The public addresses for one request. */
export interface SandboxFetchOptions {
  /** Public address of the sandbox, which accepts requests to this host. Links start with it. Default: the request's origin. */
  readonly publicUrl?: string | undefined;
  /** Public address for payment tokens. The `confirm_url` of a product starts with it. Default: `publicUrl`. */
  readonly checkoutUrl?: string | undefined;
}

/** The result of a payment. */
export interface CompleteOptions {
  /** Result of the payment. `deleted` means withdrawn by the merchant, and only alternative methods allow it. */
  status: "successful" | "failed" | "deleted";
}

/** Options of `idle`. */
export interface IdleOptions {
  /** Maximum time to wait in milliseconds. Default: 10000. */
  timeout?: number | undefined;
}

type Names<Options> = Readonly<Record<keyof Options, 1>>;

/** The options of each method. Records, so that a missing name does not compile. */
const METHOD_OPTIONS = {
  listen: { port: 1, host: 1, publicUrl: 1, dashboardPort: 1 } satisfies Names<SandboxListenOptions>,
  pay: {
    card: 1,
    method: 1,
    holder: 1,
    saveCard: 1,
    customer: 1,
    customFields: 1,
  } satisfies Names<PayOptions>,
  complete: { status: 1 } satisfies Names<CompleteOptions>,
  chargeBack: { amount: 1, reason: 1 } satisfies Names<ChargeBackOptions>,
  idle: { timeout: 1 } satisfies Names<IdleOptions>,
  failNext: { status: 1, times: 1, headers: 1, body: 1 } satisfies Names<FailNextOptions>,
  disturbNext: { notification: 1, times: 1, delayMs: 1 } satisfies Names<DisturbNextOptions>,
};

/** @throws ConfigurationError if the options of a method are not an object, or contain an unknown name. */
export const checkMethodOptions = (method: keyof typeof METHOD_OPTIONS, options: unknown): void =>
  refuseUnknown(`The options of sandbox.${method}`, options, Object.keys(METHOD_OPTIONS[method]));

/** Checks the options of a method, and runs it. Names the method in the error for a wrong value. */
export const withOptions = <Options extends object, T>(
  method: keyof typeof METHOD_OPTIONS,
  options: Options | undefined,
  run: (options: Options | object) => T,
): T => {
  checkMethodOptions(method, options);
  try {
    return run(options ?? {});
  } catch (error) {
    const { code, message } = error instanceof Refusal ? error : {};
    if (code === "wrong_type") throw new TypeError(`${method}: ${message}`);
    throw code === "wrong_value" ? new RangeError(`${method}: ${message}`) : error;
  }
};

/** Returns the status for `complete`. @throws RangeError for another status. */
export const readEnding = (options: CompleteOptions | undefined): CompleteOptions["status"] => {
  const status = readOption(options, "status");
  if (status === "successful" || status === "failed" || status === "deleted") return status;
  throw new RangeError('complete: status must be "successful", "failed" or "deleted"');
};

/** Returns the timeout of `idle` in milliseconds. @throws RangeError if it is not an integer of 1 or more. */
export const readTimeout = (options: IdleOptions | undefined): number => {
  const timeout = readOption(options, "timeout") ?? 10_000;
  if (Number.isSafeInteger(timeout) && timeout >= 1 && timeout <= LONGEST_TIMER) return timeout;
  throw new RangeError(`idle: timeout must be an integer of milliseconds, 1 to ${LONGEST_TIMER}`);
};

/** A sandbox that listens on a port. */
export interface SandboxServer {
  /** Address of all APIs and pages. Forward a tunnel or a reverse proxy to it. */
  readonly url: string;
  /** Address of the dashboard. Equal to `url`, but with a `publicUrl` an address that only this machine can reach. */
  readonly dashboardUrl: string;
  /** Options for `new PaymentsClient(…)`, which then calls this server over HTTP at the address of the dashboard. */
  readonly clientOptions: SandboxClientOptions;
  /** Stops the server and closes all connections. */
  close(): Promise<void>;
}

const MIN_SPEED = 0.001;

/** Public, because the documentation contains it. */
const DEFAULT_KEY = "sandbox-secret-key";

/** Whether others reach the sandbox at a URL. A loopback address is only what links start with. */
export const isPublicUrl = (publicUrl: string | URL | undefined): boolean =>
  publicUrl !== undefined && !isLoopbackHost(parseUrl(String(publicUrl))?.hostname ?? "");

/** Returns the origin of a public URL. @throws ConfigurationError if it is not an origin or the key is the default. */
export const readPublicUrl = (publicUrl: string | URL | undefined, secretKey: string): string | undefined => {
  if (publicUrl === undefined) return undefined;
  if (isPublicUrl(publicUrl) && secretKey === DEFAULT_KEY)
    throw new ConfigurationError("publicUrl requires your own secretKey, because the default is public");
  const url = toHttpUrl(String(publicUrl));
  if (url?.href === `${url?.origin}/`) return url?.origin;
  throw new ConfigurationError(
    "publicUrl must be an http or https origin without a path, such as https://name.example",
  );
};

const HTTP_URL = "must be an absolute http or https URL";
const SPEED = `must be a number, ${MIN_SPEED} or more`;

const text = z.string("must be a string");

const optionsModel = z.object({
  shopId: z
    .union([z.string(), z.number()], "must be a string or a number")
    .check(z.refine((id) => !String(id).includes(":"), "must not contain a colon")),
  secretKey: text,
  shopName: z.optional(text),
  shopUrl: z.optional(
    z.custom<string | URL>((url) => toHttpUrl(url instanceof URL ? url.href : url) !== undefined, HTTP_URL),
  ),
  speed: z.number(SPEED).check(z.gte(MIN_SPEED, SPEED)),
  deliver: z.optional(z.custom<Deliver>((value) => typeof value === "function", "must be a function")),
  // The gateway checks the state and the variants.
  state: z.optional(z.custom<SandboxState>()),
  variants: z.optional(z.custom<Partial<Variants>>()),
});

/** A new option of `clientOptions` does not compile until `Webhooks` and a `Sandbox` accept it. */
const ALSO: Readonly<Record<keyof SandboxClientOptions, unknown>> = SHARED;

/** @throws ConfigurationError that lists the wrong options, or if Node is older than 22. */
export const readSandboxOptions = (options: SandboxOptions | undefined): GatewayOptions => {
  checkNode();
  refuseUnknown("The options of Sandbox", options, Object.keys(optionsModel.shape), ALSO);
  const { shopId = "1", secretKey = DEFAULT_KEY, speed = 1 } = options ?? {};
  const { shopName, shopUrl, state, variants } = options ?? {};
  const given = { shopId, secretKey, speed, shopName, shopUrl, state, variants };
  const read = optionsModel.safeParse({ ...given, deliver: readMethod(options, "deliver") });
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
    throw new ConfigurationError(problems.join("; "));
  }
  const { data } = read;
  return { ...data, shopId: String(data.shopId), shopUrl: data.shopUrl && String(data.shopUrl) };
};
