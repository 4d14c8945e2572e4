import { setTimeout as wait } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";

/** Retries until it succeeds, as the shop's processes may be down at any time. */
export async function retry<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  const seen = new Set<string>();
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      seen.add(String(Object(error).cause ?? error));
      if (tries === 1200) throw new Error(`${what} does not work: ${[...seen].join("; ")}`, { cause: error });
      await wait(100);
    }
  }
}

/** Sends a request to an app process. Redirects are not followed. */
export const ask = (cluster: Cluster, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(cluster.address() + path, {
    method,
    redirect: "manual",
    headers: { "content-type": "application/json" },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });

/** Places an order. @returns its id. */
export async function order(cluster: Cluster, quantity: number, product = "ticket"): Promise<string> {
  const response = await ask(cluster, "POST", "/orders", { product, quantity });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  const { id } = Object(await response.json());
  return id;
}

/** Starts a payment. @returns the payment token. */
export async function begin(cluster: Cluster, id: string): Promise<string> {
  const response = await ask(cluster, "POST", `/orders/${id}/pay`);
  await response.body?.cancel();
  const token = URL.parse(response.headers.get("location") ?? "")?.searchParams.get("token");
  if (response.status !== 303 || !token) throw new Error(`${response.status} to pay`);
  return token;
}

/** The order as its page shows it, once it has the expected state. */
export const shown = (
  cluster: Cluster,
  id: string,
  isExpected: (order: { paid: boolean; refunded: number; code: string | null }) => boolean,
) =>
  retry("What is expected of the order", async () => {
    const found = Object(await (await ask(cluster, "GET", `/orders/${id}`)).json());
    if (!isExpected(found)) throw new Error(JSON.stringify(found));
    return found;
  });
