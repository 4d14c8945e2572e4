import { type CheckoutStatus, PaymentsClient } from "payments-client";
import type { Sandbox } from "payments-client/sandbox";

/** A client that changes the sandbox's token statuses, and calls `onAsked` for each request. */
export const clientWithStatus = (
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
