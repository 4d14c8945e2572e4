import { type CheckoutStatus, PaymentsClient } from "payments-client";
import type { Sandbox } from "payments-client/sandbox";

/** A client whose calls pass through `pass`, by default to the sandbox. */
export const clientThrough = (
  sandbox: Sandbox,
  pass: (request: Request, send: () => Promise<Response>) => Promise<Response>,
): PaymentsClient =>
  new PaymentsClient({
    ...sandbox.clientOptions,
    maxRetries: 0,
    fetch(url, init) {
      const request = new Request(url, init);
      return pass(request, () => sandbox.fetch(request));
    },
  });

/** A client that changes the sandbox's token statuses. */
export const clientWithStatus = (sandbox: Sandbox, changes: Partial<CheckoutStatus>): PaymentsClient =>
  clientThrough(sandbox, async ({ method }, send) => {
    const response = await send();
    if (method !== "GET") return response;
    const { checkout }: { checkout: CheckoutStatus } = await response.json();
    return Response.json({ checkout: { ...checkout, ...changes } });
  });
