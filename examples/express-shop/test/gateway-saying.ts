import { type CheckoutStatus, PaymentsClient } from "payments-client";
import type { Sandbox } from "payments-client/sandbox";

/** A sandbox whose token statuses say something else than they do, and who is told of each question. */
export const gatewaySaying = (
  sandbox: Sandbox,
  changes: Partial<CheckoutStatus>,
  onAsked: () => void = () => undefined,
): PaymentsClient =>
  new PaymentsClient({
    ...sandbox.clientOptions,
    async fetch(url, init) {
      const response = await sandbox.fetch(new Request(url, init));
      if (init?.method !== "GET") return response;
      onAsked();
      const { checkout }: { checkout: CheckoutStatus } = await response.json();
      return Response.json({ checkout: { ...checkout, ...changes } });
    },
  });
