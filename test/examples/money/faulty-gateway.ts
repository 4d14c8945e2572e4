import { type Fetch, PaymentsClient, type Transaction } from "payments-client";
import type { Sandbox } from "payments-client/sandbox";
import { environmentOf } from "../../../src/sandbox/environment-lines.ts";

/** What becomes of one call: `process` is what the gateway does with it. */
export type Fault = (process: () => Promise<Response>) => Promise<Response>;

const lost = (): never => {
  throw new TypeError("fetch failed");
};

export const neverArrives: Fault = async () => lost();
export const lostAnswer: Fault = async (process) => {
  await process();
  return lost();
};

/** A sandbox that may know no idempotency keys, and where `faultOf` chooses what becomes of a call. */
export class FaultyGateway {
  readonly sandbox: Sandbox;
  readonly knowsKeys: boolean;
  faultOf: (request: Request) => Fault | undefined = () => undefined;

  constructor(sandbox: Sandbox, knowsKeys: boolean) {
    this.sandbox = sandbox;
    this.knowsKeys = knowsKeys;
  }

  readonly fetch: Fetch = async (url, init) => {
    const request = new Request(url, init);
    if (!this.knowsKeys) request.headers.delete("RequestID");
    const process = async (): Promise<Response> => {
      const answer = await this.sandbox.fetch(request);
      answer.headers.set("date", new Date().toUTCString()); // as each server does
      return answer;
    };
    return this.faultOf(request)?.(process) ?? process();
  };

  /** A client of a shop. */
  client(fetch = this.fetch): PaymentsClient {
    const { clientOptions } = this.sandbox;
    return new PaymentsClient({ ...clientOptions, idempotencyKeys: this.knowsKeys, maxRetries: 0, fetch });
  }

  /** A client for whoever looks into the gateway's own books. */
  honest(): PaymentsClient {
    return new PaymentsClient(this.sandbox.clientOptions);
  }

  /** The variables of a shop. */
  async environment(): Promise<Record<string, string>> {
    return environmentOf({ ...this.sandbox.clientOptions, publicKey: await this.sandbox.publicKey() });
  }

  /** The transactions that moved money. */
  async succeeded(trackingId: string): Promise<Transaction[]> {
    const found = await this.honest().transactions.findByTrackingId(trackingId);
    return found.filter(({ status }) => status === "successful");
  }
}
