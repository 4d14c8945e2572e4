import type { SandboxClientOptions } from "../sandbox/index.ts";

/** As a shell and an `.env` file take it. */
const quoted = (value: string): string =>
  /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;

/** What `payments-sandbox` prints when it runs. */
export function greeting(
  { shopId, secretKey, baseUrl, checkoutUrl }: SandboxClientOptions,
  publicKey: string,
  file: string | undefined,
): string {
  const environment = {
    PAYMENTS_SHOP_ID: shopId,
    PAYMENTS_SECRET_KEY: secretKey,
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_CHECKOUT_URL: checkoutUrl,
    PAYMENTS_PUBLIC_KEY: publicKey,
  };
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${quoted(value)}`);
  return `A payment gateway runs on this machine. No money moves; Ctrl+C ends it.

  dashboard   ${baseUrl}/
  products    ${baseUrl}
  checkout    ${checkoutUrl}
  widget      ${checkoutUrl}/widget/be_gateway.js
  kept in     ${file ?? "memory only: --state FILE keeps it"}

For your environment:

${lines.join("\n")}
`;
}
