import { ApiError, type Hooks, isPaymentsError, PaymentsClient, type Transaction } from "payments-client";
import { Sandbox, type SandboxServer } from "payments-client/sandbox";
import { type PaymentResult, Webhooks } from "payments-client/webhooks";
import { close, handle, keyOf, list, nameOf, observe, stateOf, statusOf, uidOf, verify } from "./lib.cjs";

declare const error: unknown;
declare const hooks: Hooks;
declare const transaction: Transaction;
declare const server: SandboxServer;
declare const result: PaymentResult<unknown>;

list(new PaymentsClient());
if (error instanceof ApiError) statusOf(error);
if (isPaymentsError(error)) nameOf(error);
verify(new Webhooks());
handle(new Webhooks().handler({ findOrder: () => null, paid() {}, review() {} }));
observe(hooks);
uidOf(transaction);
keyOf(new Sandbox());
close(server);
stateOf(result);
