import { environmentLines } from "../sandbox/environment-lines.ts";
import type { SandboxClientOptions } from "../sandbox/index.ts";

/** What `payments-sandbox` prints when it runs. */
export function greeting(options: SandboxClientOptions, publicKey: string, file: string | undefined): string {
  const { baseUrl, checkoutUrl, gatewayUrl } = options;
  const lines = environmentLines({ ...options, publicKey });
  return `A payment gateway runs on this machine. No money moves; Ctrl+C ends it.

  dashboard   ${baseUrl}/
  products    ${baseUrl}
  checkout    ${checkoutUrl}
  gateway     ${gatewayUrl}
  widget      ${checkoutUrl}/widget/be_gateway.js
  kept in     ${file ?? "memory only: --state FILE keeps it"}

For your environment:

${lines.join("\n")}
`;
}
