/** A merchant's process: lists products with the settings of its environment, through PROXY if that is set. */
import { PaymentsClient } from "payments-client";

const { PROXY } = process.env;
/** The recipe imports undici, whose dispatcher replaces the proxy of the global `fetch` of Node 22. */
const open = async (proxy: string): Promise<PaymentsClient> =>
  (await import("../../../examples/recipes/proxy.ts")).clientBehind(proxy);

const payments = PROXY ? await open(PROXY) : new PaymentsClient();
console.log((await payments.products.list()).length);
