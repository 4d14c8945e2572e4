import { type ApiError, PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { Webhooks } from "payments-client/webhooks";
import { keyOf, list, statusOf, verify } from "./lib/index.js";

declare const error: ApiError;

list(new PaymentsClient());
statusOf(error);
verify(new Webhooks());
keyOf(new Sandbox());
// A shop's test may pass what it needs of a client.
export const fake: Pick<PaymentsClient, "products"> = { products: new PaymentsClient().products };
