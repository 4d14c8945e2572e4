/** A module that is loaded before the environment is set, as in a build or a container image. */
import { expect, test, vi } from "vitest";
import { createToken, openGateway } from "../../support/check-shop.ts";

test("the recipe's handler reads the environment at its first request", async () => {
  for (const name of ["SHOP_ID", "SECRET_KEY", "PUBLIC_KEY"]) vi.stubEnv(`PAYMENTS_${name}`, undefined);
  vi.resetModules();
  const { notify } = await import("../../../examples/recipes/notify.ts");
  const { orders } = await import("../../../examples/recipes/orders.ts");
  const { sandbox, payments } = await openGateway();
  const order = { id: "1007", amount: 3245, currency: "USD", paidBy: null };
  orders.set(order.id, order);
  sandbox.deliverTo(async (request) => notify(request));
  const { shopId, secretKey } = sandbox.clientOptions;
  vi.stubEnv("PAYMENTS_SHOP_ID", shopId);
  vi.stubEnv("PAYMENTS_SECRET_KEY", secretKey);
  vi.stubEnv("PAYMENTS_PUBLIC_KEY", await sandbox.publicKey());
  const { uid } = await sandbox.pay(await createToken(payments, order));
  expect(orders.get("1007")?.paidBy).toBe(uid);
  vi.unstubAllEnvs();
  vi.resetModules();
});
