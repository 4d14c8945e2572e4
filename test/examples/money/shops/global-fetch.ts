import { AsyncLocalStorage } from "node:async_hooks";
import type { Fetch } from "payments-client";
import { vi } from "vitest";
import type { FaultyGateway } from "../faulty-gateway.ts";
import { guard, type Life } from "../life.ts";

const current = new AsyncLocalStorage<Fetch>();

/** For shops that make their own client: what its calls become is decided by the process in which they are made. */
export function stubFetch(): void {
  const dispatch: Fetch = async (url, init) => {
    const fetch = current.getStore();
    if (!fetch) throw new Error(`No process called ${url}`);
    return fetch(url, init);
  };
  vi.stubGlobal("fetch", dispatch);
}

/** Runs what a process of the shop does. */
export const within = <Result>(
  gateway: FaultyGateway,
  life: Life,
  work: () => Promise<Result>,
): Promise<Result> => current.run(guard(life, gateway.fetch), guard(life, work));

/** The shop's environment. */
export async function variablesOf({ sandbox }: FaultyGateway) {
  const { shopId, secretKey, baseUrl, checkoutUrl, gatewayUrl } = sandbox.clientOptions;
  return {
    PAYMENTS_SHOP_ID: shopId,
    PAYMENTS_SECRET_KEY: secretKey,
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_CHECKOUT_URL: checkoutUrl,
    PAYMENTS_GATEWAY_URL: gatewayUrl,
    PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
  };
}
