import { ConfigurationError } from "../errors/configuration-error.ts";
import { createApi } from "./api.ts";
import { SandboxCheckouts } from "./checkouts.ts";
import { type FailNextOptions, Failures } from "./failures.ts";
import { listen } from "./listen.ts";
import { SandboxProducts } from "./products.ts";

export type { FailNextOptions } from "./failures.ts";

/** What a {@link Sandbox} is made from. */
export interface SandboxOptions {
  /** Shop identifier. Default `"1"`. */
  shopId?: string | number | undefined;
  /** The shop's secret key. Default `"sandbox-secret-key"`. */
  secretKey?: string | undefined;
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
}

/** A sandbox that listens on a port. */
export interface SandboxServer {
  /** Address of both hosts. */
  readonly url: string;
  /** For `new PaymentsClient(…)`: real HTTP to this server. */
  readonly clientOptions: SandboxClientOptions;
  /** Ends it, and every connection to it. */
  close(): Promise<void>;
}

/** The address that a sandbox has without a socket. */
const NO_SOCKET = "https://sandbox.invalid";

/**
 * A payment gateway in memory, for tests and first steps. It checks with the models that the client checks
 * with, and answers in the shapes of the API reference.
 *
 * ```ts
 * const sandbox = new Sandbox();
 * const payments = new PaymentsClient(sandbox.clientOptions); // no network at all
 * ```
 */
export class Sandbox {
  readonly #shopId: string;
  readonly #secretKey: string;
  readonly #failures = new Failures();
  readonly #fetch: (request: Request) => Response | Promise<Response>;

  constructor(options?: SandboxOptions) {
    const { shopId = "1", secretKey = "sandbox-secret-key" } = options ?? {};
    if ((typeof shopId !== "string" && typeof shopId !== "number") || typeof secretKey !== "string") {
      throw new ConfigurationError("shopId must be a string or a number, secretKey a string");
    }
    this.#shopId = String(shopId);
    this.#secretKey = secretKey;
    this.#fetch = createApi({
      shopId: this.#shopId,
      secretKey,
      products: new SandboxProducts(),
      checkouts: new SandboxCheckouts(),
      failures: this.#failures,
    }).fetch;
  }

  /** Answers a request, at whatever address it was sent to. Needs no socket. */
  readonly fetch = async (request: Request): Promise<Response> => this.#fetch(request);

  /** For `new PaymentsClient(…)`: no network at all. */
  get clientOptions(): SandboxClientOptions & {
    /** Answers without a socket. */
    readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  } {
    return {
      ...this.#optionsFor(NO_SOCKET),
      fetch: async (url, init) => this.fetch(new Request(url, init)),
    };
  }

  /**
   * Serves the sandbox over HTTP on 127.0.0.1. Node only.
   *
   * @param options `port`: default 0, any that is free.
   * @throws Error with code `EADDRINUSE` when the port is taken.
   */
  async listen({ port = 0 }: { port?: number | undefined } = {}): Promise<SandboxServer> {
    const { url, close } = await listen(this.fetch, port);
    return { url, close, clientOptions: this.#optionsFor(url) };
  }

  /**
   * Lets the next API requests fail, to try what your code does then: `sandbox.failNext({ status: 503, times: 2 })`.
   *
   * @throws RangeError when `status` is not from 400 to 599 or `times` not 1 or more.
   */
  failNext(options: FailNextOptions): void {
    this.#failures.plan(options);
  }

  #optionsFor(url: string): SandboxClientOptions {
    return { shopId: this.#shopId, secretKey: this.#secretKey, baseUrl: url, checkoutUrl: url };
  }
}
