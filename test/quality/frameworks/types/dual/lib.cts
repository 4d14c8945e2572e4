import type { ApiError, Hooks, PaymentsClient, PaymentsError, Transaction } from "payments-client";
import type { Sandbox, SandboxServer } from "payments-client/sandbox";
import type { PaymentResult, WebhookHandler, Webhooks } from "payments-client/webhooks";

export const list = (payments: PaymentsClient) => payments.products.list();
export const statusOf = ({ response }: ApiError) => response.status;
export const nameOf = ({ name }: PaymentsError) => name;
export const verify = (webhooks: Webhooks) => webhooks.verify({ body: "", headers: {} });
export const handle = (handler: WebhookHandler) => handler;
export const observe = (hooks: Hooks) => hooks;
export const uidOf = ({ uid }: Transaction) => uid;
export const keyOf = (sandbox: Sandbox) => sandbox.publicKey();
export const close = (server: SandboxServer) => server.close();
export const stateOf = ({ is }: PaymentResult<unknown>) => is;
