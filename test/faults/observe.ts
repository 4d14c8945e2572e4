import { setTimeout } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { type Fetch, PaymentsClient, PaymentsError, type RequestOptions } from "../../src/index.ts";
import { SECRET_KEY, SHOP_ID } from "../support/gateway.ts";
import { everythingShownBy, newCheckout, newProduct, newRefund } from "../transport/calls.ts";
import { failure, fetchFailed } from "../transport/failures.ts";
import type { CallMethod, Fault } from "./fault.ts";
import { closedPort, fullBacklog } from "./ports.ts";
import { pem, startRawServer } from "./server.ts";

/** Makes Node's `fetch` trust the test CA, in this thread. @returns a function that restores the default. */
export function trustTestCa(): () => void {
  const before = getCACertificates("default");
  setDefaultCACertificates([pem("ca")]);
  return () => setDefaultCACertificates(before);
}

/** Personal data in the body of every PUT and POST. */
export const EMAIL = "kim@customer.example";

/** A label longer than DNS allows: fails immediately on every network. */
const UNKNOWN_HOST = `${"gateway".repeat(10)}.invalid`;

export interface TestCall {
  readonly operation: string;
  readonly method: CallMethod;
  run(client: PaymentsClient, options: RequestOptions): Promise<unknown>;
}

export const productCalls: readonly TestCall[] = [
  {
    operation: "products.get",
    method: "GET",
    run: (client, options) => client.products.get("prd_1", options),
  },
  {
    operation: "products.update",
    method: "PUT",
    run: (client, options) => client.products.update("prd_1", { description: EMAIL }, options),
  },
  {
    operation: "products.create",
    method: "POST",
    run: (client, options) => client.products.create({ ...newProduct, description: EMAIL }, options),
  },
];

export const checkoutCall: TestCall = {
  operation: "checkouts.create",
  method: "POST",
  run: (client, options) => client.checkouts.create({ ...newCheckout, customer: { email: EMAIL } }, options),
};

export const refundCall: TestCall = {
  operation: "transactions.refund",
  method: "POST",
  run: (client, options) => client.transactions.refund({ ...newRefund, reason: EMAIL }, options),
};

/** The result of a call with a fault. */
export interface Observation {
  /** `"answer"`, or the class of the error. */
  readonly gets: string;
  readonly error?: PaymentsError;
  readonly value?: unknown;
  readonly requests: number;
  readonly attempts: number;
  readonly milliseconds: number;
  /** Everything that a log of the error and the hook events would contain. */
  readonly shown: string;
}

const fetchFor = ({ connectTimeout, abort }: Fault, controller: AbortController): Fetch | undefined => {
  if (connectTimeout) {
    return async () => {
      throw fetchFailed(failure("Connect Timeout Error", { code: "UND_ERR_CONNECT_TIMEOUT" }));
    };
  }
  if (abort !== "in the body") return undefined;
  return async (url, init) => {
    const response = await fetch(url, init);
    setTimeout(10).then(() => controller.abort());
    return response;
  };
};

/** Makes a call with a fault, with its own server, client and connections. */
export async function observe(fault: Fault, call: TestCall): Promise<Observation> {
  const controller = new AbortController();
  const now = Date.now;
  await using server = await startRawServer({
    ...fault,
    serve: (socket, request, nth) => {
      if (fault.clockJump) Date.now = () => now() + (fault.clockJump ?? 0) * 3_600_000;
      if (fault.abort === "on arrival") controller.abort();
      fault.serve?.(socket, request, nth);
    },
  });
  await using backlog = fault.target === "full backlog" ? await fullBacklog() : undefined;
  const port = fault.target === "closed port" ? await closedPort(server) : (backlog?.port ?? server.port);
  const scheme = fault.scheme ?? (fault.certificate || fault.target === "unknown host" ? "https" : "http");
  const url = `${scheme}://${fault.target === "unknown host" ? UNKNOWN_HOST : "127.0.0.1"}:${port}${server.base}`;

  let attempts = 0;
  const events: unknown[] = [];
  const client = new PaymentsClient({
    shopId: SHOP_ID,
    secretKey: SECRET_KEY,
    baseUrl: url,
    checkoutUrl: url,
    gatewayUrl: url,
    timeout: fault.timeout ?? 8_000,
    maxResponseBytes: 1_048_576,
    fetch: fetchFor(fault, controller),
    hooks: {
      onRequest: () => {
        attempts += 1;
      },
      onRetry: (event) => {
        events.push(event);
        if (fault.abort === "in backoff") setTimeout(10).then(() => controller.abort());
      },
      onDrift: () => undefined,
    },
  });
  if (fault.callBefore) await client.products.get("prd_0");
  // A connection becomes reusable shortly after the response.
  if (fault.callBefore === "kept alive") await setTimeout(20);
  if (fault.callBefore === "closed") await server.idle();
  if (fault.abort === "before") controller.abort();
  const before = { requests: server.requests.length, attempts };
  const startedAt = performance.now();
  try {
    const [outcome] = await Promise.allSettled([call.run(client, { signal: controller.signal })]);
    const counted = {
      requests: server.requests.length - before.requests,
      attempts: attempts - before.attempts,
      milliseconds: performance.now() - startedAt,
    };
    if (outcome.status === "fulfilled")
      return { gets: "answer", value: outcome.value, shown: "", ...counted };
    const error: unknown = outcome.reason;
    if (!(error instanceof PaymentsError)) throw error;
    const shown = [error, ...events].map(everythingShownBy).join("\n");
    return { gets: error.constructor.name, error, shown, ...counted };
  } finally {
    Date.now = now;
  }
}
