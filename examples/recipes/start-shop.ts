import { spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { Sandbox } from "payments-client/sandbox";

/**
 * Starts a shop as a separate process, with a sandbox at a free port. Resolves when the
 * shop answers at `url`.
 */
export async function startShop(
  url: string,
  command: string,
  parameters: readonly string[],
) {
  const sandbox = new Sandbox();
  const server = await sandbox.listen();
  const { shopId, secretKey, baseUrl, checkoutUrl, gatewayUrl } = server.clientOptions;
  const shop = spawn(command, parameters, {
    stdio: "inherit",
    env: {
      ...process.env,
      PAYMENTS_SHOP_ID: shopId,
      PAYMENTS_SECRET_KEY: secretKey,
      PAYMENTS_BASE_URL: baseUrl,
      PAYMENTS_CHECKOUT_URL: checkoutUrl,
      PAYMENTS_GATEWAY_URL: gatewayUrl,
      PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
    },
  });
  const stop = async () => {
    shop.kill();
    await server.close();
  };
  while (!(await fetch(url).catch(() => undefined))) {
    if (shop.exitCode !== null || shop.signalCode !== null) {
      await stop();
      throw new Error(`The shop ended before it answered at ${url}`);
    }
    await setTimeout(20);
  }
  return { sandbox, stop };
}
