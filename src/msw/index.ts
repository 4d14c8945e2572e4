import { type HttpHandler, http } from "msw";

/** What a sandbox has that these handlers need. */
export interface SandboxToMock {
  /** What answers a request. */
  readonly fetch: (request: Request, options?: { readonly publicUrl?: string }) => Promise<Response>;
  /** Where it answers when nothing else is said. */
  readonly clientOptions: GatewayAddresses;
}

/** The gateway's addresses. */
export interface GatewayAddresses {
  /** Address of the product endpoints. */
  readonly baseUrl: string;
  /** Address of the payment token endpoints. */
  readonly checkoutUrl: string;
  /** Address of the transaction endpoints. Default: none is mocked. */
  readonly gatewayUrl?: string | undefined;
}

const isBelow = (address: string, base: string): boolean =>
  address === base || address.startsWith(`${base}/`);

const withoutSlash = (address: string): string => address.replace(/\/+$/, "");

/**
 * Handlers for `msw` that answer the gateway's addresses from a sandbox. Other requests are left alone.
 *
 * ```ts
 * const sandbox = new Sandbox({ shopId, secretKey });
 * const server = setupServer(...sandboxHandlers(sandbox, { baseUrl, checkoutUrl, gatewayUrl }));
 * ```
 *
 * @param sandbox A `Sandbox` with the shop id and the secret key that your code uses.
 * @param addresses Where your code expects the gateway. Default: those of `sandbox.clientOptions`.
 * @throws TypeError when an address is no URL.
 */
export function sandboxHandlers(
  sandbox: SandboxToMock,
  addresses: GatewayAddresses = sandbox.clientOptions,
): HttpHandler[] {
  const { baseUrl, checkoutUrl, gatewayUrl = baseUrl } = addresses;
  const bases = [baseUrl, checkoutUrl, gatewayUrl].map((address) => withoutSlash(new URL(address).href));
  return [...new Set(bases)].map((base) =>
    http.all(
      ({ request }) => isBelow(withoutSlash(request.url.split(/[?#]/, 1)[0] ?? ""), base),
      ({ request }) => {
        const withoutPath = new URL(base).origin + request.url.slice(base.length);
        return sandbox.fetch(new Request(withoutPath, request), { publicUrl: base });
      },
    ),
  );
}
