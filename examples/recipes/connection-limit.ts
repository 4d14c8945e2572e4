import { type ClientOptions, PaymentsClient } from "payments-client";
import { Agent } from "undici";
import { fetchThrough } from "./undici-fetch.ts";

/** A client with few connections to each host. Further calls wait for a free one. */
export function clientWithConnections(
  connections: number,
  options?: ClientOptions,
): PaymentsClient {
  return new PaymentsClient({
    ...options,
    fetch: fetchThrough(new Agent({ connections })),
  });
}
