import { type ClientOptions, PaymentsClient } from "payments-client";
import { Agent } from "undici";
import { fetchThrough } from "./undici-fetch.ts";

/** PEM texts, from files or from your secret store. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** The CA of the gateway's own certificate. Only for a private one. */
  readonly ca?: string;
}

/** A client that presents a certificate of its own to the gateway. */
export function clientWithCertificate(
  certificate: Certificate,
  options?: ClientOptions,
): PaymentsClient {
  const dispatcher = new Agent({ connect: { ...certificate } });
  return new PaymentsClient({ ...options, fetch: fetchThrough(dispatcher) });
}
