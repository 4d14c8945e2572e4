/// <reference lib="dom" />
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { toNodeListener, Webhooks } from "payments-client/webhooks";

const sandbox = new Sandbox();
export const payments = new PaymentsClient(sandbox.clientOptions);
export const listener = toNodeListener(
  new Webhooks().handler({ findOrder: () => null, paid() {}, review() {} }),
);
