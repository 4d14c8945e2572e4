import { type ClientOptions, PaymentsClient } from "payments-client";
import { ProxyAgent } from "undici";
import { fetchThrough } from "./undici-fetch.ts";

/** A client with a proxy, such as `http://user:password@proxy.example:3128`. */
export function clientBehind(proxy: string, options?: ClientOptions): PaymentsClient {
  return new PaymentsClient({ ...options, fetch: fetchThrough(new ProxyAgent(proxy)) });
}
