import type { SandboxClientOptions } from "../../sandbox/sandbox-options.ts";
import type { SandboxArguments } from "./arguments.ts";

export function greeting(
  options: SandboxClientOptions,
  lines: readonly string[],
  addresses: readonly string[],
  { publicUrl, state, env }: Pick<SandboxArguments, "publicUrl" | "state" | "env">,
): string {
  const { baseUrl, checkoutUrl, gatewayUrl } = options;
  const others = addresses.map((address) => `  network     ${address}\n`).join("");
  const environment =
    env === undefined ? `For your environment:\n\n${lines.join("\n")}` : `The environment is in ${env}.`;
  return `A payment gateway runs on this machine. No money moves. Press Ctrl+C to stop it.

  dashboard   ${baseUrl}/
  products    ${baseUrl}
  checkout    ${checkoutUrl}
  gateway     ${gatewayUrl}
  widget      ${checkoutUrl}/widget/be_gateway.js
${others}  public URL  ${publicUrl ?? "none; --public-url URL is for a tunnel"}
  state       ${state ?? "in memory; --state FILE saves it"}

${environment}
`;
}
