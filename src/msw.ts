/**
 * The sandbox as `msw` handlers.
 *
 * @module payments-client/msw
 */

import { type HttpHandler, http } from "msw";
import { HOSTS } from "./api/operations.ts";
import { refuseUnknown } from "./errors/refuse-unknown.ts";

export type { HttpHandler };

/** The part of a `Sandbox` that the handlers use. */
export interface SandboxToMock {
  /** Responds to a request. */
  readonly fetch: (
    request: Request,
    options?: { readonly publicUrl?: string; readonly checkoutUrl?: string },
  ) => Promise<Response>;
  /** The default addresses. */
  readonly clientOptions: GatewayAddresses;
}

/** The gateway's addresses. */
export interface GatewayAddresses {
  /** URL of the product endpoints. */
  readonly baseUrl: string;
  /** URL of the payment token endpoints. */
  readonly checkoutUrl: string;
  /** URL of the transaction endpoints. Default: the transaction endpoints are not mocked. */
  readonly gatewayUrl?: string | undefined;
}

const isBelow = (address: string, base: string): boolean =>
  address === base || address.startsWith(`${base}/`);

const withoutSlash = (address: string): string => address.replace(/\/+$/, "");

/**
 * Creates handlers for `msw` that send requests to the gateway's addresses to a sandbox. Other requests are not
 * handled.
 *
 * ```ts
 * const sandbox = new Sandbox({ shopId, secretKey });
 * const addresses = { baseUrl, checkoutUrl, gatewayUrl };
 * const server = setupServer(...sandboxHandlers(sandbox, addresses));
 * ```
 *
 * @param sandbox A `Sandbox` with the shop id and the secret key that your code uses.
 * @param addresses The gateway addresses that your code uses. Default: `sandbox.clientOptions`.
 * @throws TypeError if an address is not a URL. A `ConfigurationError` if `addresses` has an unknown name.
 */
export function sandboxHandlers(
  sandbox: SandboxToMock,
  addresses: GatewayAddresses = sandbox.clientOptions,
): HttpHandler[] {
  // `sandbox.clientOptions` has more than addresses.
  refuseUnknown("addresses", addresses, HOSTS, sandbox.clientOptions);
  const { baseUrl, checkoutUrl, gatewayUrl = baseUrl } = addresses;
  const toBase = (address: string): string => withoutSlash(new URL(address).href);
  const bases = [baseUrl, checkoutUrl, gatewayUrl].map(toBase);
  const checkoutBase = toBase(checkoutUrl);
  return [...new Set(bases)].map((base) =>
    http.all(
      ({ request }) => isBelow(withoutSlash(request.url.split(/[?#]/, 1)[0] ?? ""), base),
      ({ request }) => {
        const withoutPath = new URL(base).origin + request.url.slice(base.length);
        return sandbox.fetch(new Request(withoutPath, request), {
          publicUrl: base,
          checkoutUrl: checkoutBase,
        });
      },
    ),
  );
}
