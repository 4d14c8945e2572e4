import type { ApiError, PaymentsClient } from "payments-client";
import type { Sandbox } from "payments-client/sandbox";
import type { Webhooks } from "payments-client/webhooks";

export const list = (payments: PaymentsClient) => payments.products.list();
export const statusOf = ({ response }: ApiError) => response.status;
export const verify = (webhooks: Webhooks) => webhooks.verify({ body: "", headers: {} });
export const keyOf = (sandbox: Sandbox) => sandbox.publicKey();
