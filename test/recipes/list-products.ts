/** A merchant's process: lists products with the settings of its environment, through PROXY if that is set. */
import { PaymentsClient } from "payments-client";
import { clientBehind } from "../../examples/recipes/proxy.ts";

const { PROXY } = process.env;
const payments = PROXY ? clientBehind(PROXY) : new PaymentsClient();
console.log((await payments.products.list()).length);
