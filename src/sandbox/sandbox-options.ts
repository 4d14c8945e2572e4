import * as z from "zod/mini";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { refuseUnknown } from "../errors/refuse-unknown.ts";
import { checkNode } from "../runtime/check-node.ts";
import type { GatewayOptions } from "./gateway/open-gateway.ts";
import type { Deliver } from "./gateway/records/delivery.ts";
import type { SandboxState } from "./gateway/records/records.ts";
import { toHttpUrl } from "./http/to-http-url.ts";

/** The options of a {@link Sandbox}. */
export interface SandboxOptions {
  /** Shop identifier. Default `"1"`. */
  shopId?: string | number | undefined;
  /** The shop's secret key. Default `"sandbox-secret-key"`. */
  secretKey?: string | undefined;
  /** The shop's name, which the payment page shows. Default `"Sandbox"`. */
  shopName?: string | undefined;
  /**
   * The shop's registered address, http or https: where customers return if the product or the token has no address to
   * return to. Default: none, and the pages have no link back.
   */
  shopUrl?: string | URL | undefined;
  /**
   * Divides all waits: between the posts of a notification, until a payment token expires, and the 30 seconds in which an
   * equal payment or refund is a duplicate. 60 makes a minute a second; at least 0.001. Default 1.
   */
  speed?: number | undefined;
  /**
   * Posts notifications to the merchant's server. Default: the global `fetch`. A handler of your own, such as
   * `webhooks.handler(…)`, receives them without a socket.
   */
  deliver?: Deliver | undefined;
  /**
   * The result of `sandbox.state()`: the sandbox continues from there. What it has not delivered waits until you press Send on
   * the dashboard, or call `redeliver`, because its addresses may be a stranger's.
   */
  state?: SandboxState | undefined;
}

/** Where a sandbox listens. */
export interface SandboxListenOptions {
  /** Default 0: any free port. */
  port?: number | undefined;
  /** Address to listen on. Default `127.0.0.1`: only this machine can reach it. */
  host?: string | undefined;
  /**
   * Where others reach this server, such as a tunnel's `https://name.example`: an http or https origin without a
   * path. The sandbox then answers there too, and its links start with it. It requires your own `secretKey`. The
   * dashboard then has its own port. Default: the address it listens on.
   */
  publicUrl?: string | URL | undefined;
  /**
   * Port of the dashboard on 127.0.0.1, if there is a `publicUrl`. Never let a proxy or a tunnel forward to it. Default: the
   * port after `port`, or any free port if `port` is 0.
   */
  dashboardPort?: number | undefined;
}

/** What a `PaymentsClient` needs to talk to a sandbox. */
export interface SandboxClientOptions {
  /** Shop identifier. */
  readonly shopId: string;
  /** The shop's secret key. */
  readonly secretKey: string;
  /** Address of the product endpoints. */
  readonly baseUrl: string;
  /** Address of the payment token endpoints. */
  readonly checkoutUrl: string;
  /** Address of the transaction endpoints. */
  readonly gatewayUrl: string;
  /** The sandbox honors idempotency keys. */
  readonly idempotencyKeys: true;
}

/** How a request was sent to a sandbox. */
export interface SandboxFetchOptions {
  /** Where the sandbox is reached: its links start with it, and a request to this host is answered. */
  readonly publicUrl?: string | undefined;
  /** Where it is reached for payment tokens: the `confirm_url` of a product starts with it. Default: `publicUrl`. */
  readonly checkoutUrl?: string | undefined;
}

/** How a payment ends. */
export interface CompleteOptions {
  /** How the payment ends. Only the payment of an alternative method can be `deleted`: withdrawn by the merchant. */
  status: "successful" | "failed" | "deleted";
}

/** How long `idle` waits. */
export interface IdleOptions {
  /** In milliseconds. Default 10000. */
  timeout?: number | undefined;
}

/** A sandbox that listens on a port. */
export interface SandboxServer {
  /** Address of all hosts. A tunnel or a reverse proxy forwards to it. */
  readonly url: string;
  /** Address of the dashboard: `url`, or with a `publicUrl` an address that only this machine reaches. */
  readonly dashboardUrl: string;
  /** For `new PaymentsClient(…)`: real HTTP to this server, at `dashboardUrl`. */
  readonly clientOptions: SandboxClientOptions;
  /** Stops the server and closes all connections. */
  close(): Promise<void>;
}

const MIN_SPEED = 0.001;

/** Public: the documentation names it. */
const DEFAULT_KEY = "sandbox-secret-key";

/** The origin of a public URL. */
export const readPublicUrl = (publicUrl: string | URL | undefined, secretKey: string): string | undefined => {
  if (publicUrl === undefined) return undefined;
  if (secretKey === DEFAULT_KEY)
    throw new ConfigurationError("publicUrl requires your own secretKey, because the default is public");
  const url = toHttpUrl(String(publicUrl));
  if (url?.href === `${url?.origin}/`) return url?.origin;
  throw new ConfigurationError(
    "publicUrl must be an http or https origin without a path, such as https://name.example",
  );
};

const HTTP_URL = "must be an absolute http or https URL";
const ID = "must be a string or a number";
const SPEED = `must be a number, ${MIN_SPEED} or more`;

const optionsModel = z.object({
  shopId: z
    .union([z.string(), z.number()], ID)
    .check(z.refine((id) => !String(id).includes(":"), "must not contain a colon")),
  secretKey: z.string("must be a string"),
  shopName: z.optional(z.string("must be a string")),
  shopUrl: z.optional(
    z
      .union([z.string(), z.instanceof(URL)], HTTP_URL)
      .check(z.refine((url) => toHttpUrl(String(url)) !== undefined, HTTP_URL)),
  ),
  speed: z.number(SPEED).check(z.gte(MIN_SPEED, SPEED)),
  deliver: z.optional(z.custom<Deliver>((value) => typeof value === "function", "must be a function")),
  // The store checks it.
  state: z.optional(z.custom<SandboxState>()),
});

/**
 * Reads each option by name, as the client does.
 *
 * @throws ConfigurationError when options are wrong, which the message names, or Node is older than 22.
 */
export const readSandboxOptions = (options: SandboxOptions | undefined): GatewayOptions => {
  checkNode();
  refuseUnknown("Sandbox", options, Object.keys(optionsModel.shape), true);
  const { shopId = "1", secretKey = DEFAULT_KEY, speed = 1 } = options ?? {};
  const { shopName, shopUrl, deliver, state } = options ?? {};
  const read = optionsModel.safeParse({ shopId, secretKey, speed, shopName, shopUrl, deliver, state });
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
    throw new ConfigurationError(problems.join("; "));
  }
  const { data } = read;
  return { ...data, shopId: String(data.shopId), shopUrl: data.shopUrl && String(data.shopUrl) };
};
