/** What the shops of `test/check-shop/whole-shops` have in common. */
import { PaymentsClient } from "payments-client";
import { type CheckShopOptions, checkShop, Sandbox } from "payments-client/sandbox";
import { Webhooks } from "payments-client/webhooks";
import { expect, vi } from "vitest";
import { freshState } from "./fresh-state.ts";
import { SEARCH_TIMEOUT, SHORT_SEARCH } from "./search-limits.ts";

/** A gateway in memory, and the client and `Webhooks` of its shop. */
export async function openGateway(shopId = "361") {
  const sandbox = new Sandbox({ state: freshState, shopId, secretKey: `key of ${shopId}` });
  const { secretKey } = sandbox.clientOptions;
  const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });
  const webhooks = new Webhooks({ shopId, secretKey, publicKey: await sandbox.publicKey() });
  return { sandbox, payments, webhooks };
}

/** A token of an order. */
export async function createToken(
  payments: PaymentsClient,
  { id, amount, currency }: { readonly id: string; readonly amount: number; readonly currency: string },
  url = "https://shop.example",
  notify = `${url}/notify`,
): Promise<string> {
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order: {
      amount,
      currency,
      description: "Annual pass",
      tracking_id: id,
      additional_data: { contract: ["recurring"] }, // so that the card can be charged again
    },
    settings: { notification_url: notify, return_url: `${url}/orders/${id}` },
  });
  return token;
}

/** For a test that calls `passCheckShop`. */
export const SEARCHING = { timeout: SEARCH_TIMEOUT };

/** Searches a shop with `checkShop`, which must find nothing. */
export async function passCheckShop(functions: Omit<CheckShopOptions, "seed" | "budget">): Promise<void> {
  const log = vi.spyOn(console, "error").mockReturnValue(); // one line for each refused notification
  // The client of `openGateway` relies on idempotency keys, as `clientOptions` has them.
  const options = { timeout: 1000, idempotencyKeys: true, ...SHORT_SEARCH };
  const report = await checkShop({ ...functions, ...options });
  log.mockRestore();
  if (process.env["CHECK_SHOP_BUDGET"]) console.log(String(report)); // `npm run check-shop:long` reads it
  // A short search plays only a part of the first stories.
  expect(report.failures, String(report)).toStrictEqual([]);
}
