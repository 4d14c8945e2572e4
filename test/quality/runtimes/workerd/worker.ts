import { PaymentsClient } from "payments-client";
import { Webhooks } from "payments-client/webhooks";
import { sellInMemory } from "./scenario.ts";

const credentials = { shopId: "361", secretKey: "a-secret-key" };

/** A call, which names its client, and a notification that are aborted. workerd logs a warning for a listener of a signal that returns something. */
async function abort(): Promise<void> {
  const url = "https://gateway.example";
  let agent: string | null = null;
  const fetch = (input: RequestInfo | URL, init?: RequestInit) => {
    agent = new Request(input, init).headers.get("user-agent");
    return new Promise<Response>(() => undefined);
  };
  const payments = new PaymentsClient({ ...credentials, baseUrl: url, checkoutUrl: url, fetch });
  const call = payments.products.list({ signal: AbortSignal.timeout(10) });
  const failure = await call.catch((error) => error.name);
  const receive = new Webhooks({ ...credentials, publicKey: false }).handler({
    timeout: 10,
    findOrder: () => undefined,
    paid: () => undefined,
    review: () => undefined,
    onError: () => undefined,
  });
  const body = new ReadableStream();
  const { status } = await receive(new Request("https://shop.example", { method: "POST", body }));
  if (failure !== "RequestAbortedError" || status !== 500) throw new Error(`${failure}, ${status}`);
  if (!/^payments-client\/\d/.test(agent ?? "")) throw new Error(`User-Agent: ${agent}`);
}

export default {
  async test(): Promise<void> {
    console.log(await sellInMemory());
    await abort();
  },
};
