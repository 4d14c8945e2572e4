import { environmentLines } from "../sandbox/environment-lines.ts";
import type { SandboxClientOptions } from "../sandbox/index.ts";
import type { SandboxArguments } from "./arguments.ts";

/** What `payments-sandbox` prints at startup. */
export function greeting(
  options: SandboxClientOptions,
  publicKey: string,
  { publicUrl, state }: Pick<SandboxArguments, "publicUrl" | "state">,
): string {
  const { baseUrl, checkoutUrl, gatewayUrl } = options;
  const lines = environmentLines({ ...options, publicKey });
  return `A payment gateway runs on this machine. No money moves. Press Ctrl+C to stop it.

  dashboard   ${baseUrl}/
  products    ${baseUrl}
  checkout    ${checkoutUrl}
  gateway     ${gatewayUrl}
  widget      ${checkoutUrl}/widget/be_gateway.js
  public URL  ${publicUrl ?? "none; --public-url URL is for a tunnel"}
  state       ${state ?? "in memory; --state FILE saves it"}

For your environment:

${lines.join("\n")}
`;
}
