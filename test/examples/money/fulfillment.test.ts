/** Shops that neither refund nor charge a saved card, for which idempotency keys would matter. */
import { Sandbox } from "payments-client/sandbox";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { FaultyGateway } from "./faulty-gateway.ts";
import { Life } from "./life.ts";
import { playEverything } from "./play.ts";
import { openNextjs } from "./shops/nextjs.ts";
import { openServerless } from "./shops/serverless.ts";
import { openTesting } from "./shops/testing.ts";

beforeAll(() => {
  for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
});
afterAll(() => {
  vi.restoreAllMocks();
});

const SHOPS = Object.entries({ serverless: openServerless, nextjs: openNextjs, testing: openTesting });

test.each(SHOPS)(
  "%s leaves to a person what does not pay the order, and finds what does",
  async (_, open) => {
    let isReached = true;
    const sandbox = new Sandbox({
      deliver: async (request) => {
        if (!isReached) return new Response(null, { status: 503 });
        return storefront?.notify(request) ?? new Response(null, { status: 404 });
      },
    });
    const gateway = new FaultyGateway(sandbox, true);
    const shop = await open(gateway);
    onTestFinished(() => void shop.close?.());
    const { storefront, runJobs } = await shop.open(new Life(), gateway.client());
    const id = (await storefront?.placeOrder()) ?? "";
    const token = (await storefront?.startPayment(id)) ?? "";
    const order = { amount: 12_900, currency: "EUR", description: "Annual pass", tracking_id: id };
    const settings = { notification_url: "https://shop.example/notifications" };
    const report = vi.mocked(console.error).mockClear();
    const reviewed = async (uid: string): Promise<number> => {
      const { inReview = [] } = (await shop.books?.(id)) ?? {};
      const [printed, stored] = [report.mock.calls.flat(), inReview].map(
        (texts) => texts.filter((text) => String(text).includes(uid)).length,
      );
      // A payment of another order is only printed.
      return printed || (stored ?? 0);
    };
    for (const params of [
      { order: { ...order, amount: 1 } },
      { order: { ...order, currency: "USD" } },
      { order: { ...order, tracking_id: "none" } },
    ]) {
      const other = await gateway
        .honest()
        .checkouts.create({ transaction_type: "payment", settings, ...params });
      const { uid } = await sandbox.pay(other.token);
      await sandbox.redeliver(sandbox.deliveries.at(-1)?.id ?? "");
      expect(await reviewed(uid), JSON.stringify(params)).toBe(1);
    }
    for (const { card, ...params } of [
      { test: true },
      { transaction_type: "authorization" as const },
      { card: "4005550000000019" },
    ]) {
      const all = { transaction_type: "payment", order, settings, ...params } as const;
      const other = await gateway.honest().checkouts.create(all);
      await sandbox.pay(other.token, card === undefined ? {} : { card });
      expect(sandbox.deliveries.at(-1), JSON.stringify(params)).toMatchObject({ status: 200 });
    }
    const { transaction } = JSON.parse(sandbox.deliveries.at(-1)?.body ?? "");
    const body = JSON.stringify({ transaction: { ...transaction, uid: "unclear", status: "successful" } });
    const notification = { method: "POST", headers: await sandbox.sign(body), body };
    await storefront?.notify(new Request(settings.notification_url, notification));
    expect(await reviewed("unclear")).toBe(1);
    isReached = false;
    await runJobs();
    expect(await shop.books?.(id)).toMatchObject({ fulfillments: 0 });
    await sandbox.pay(token);
    await runJobs();
    expect(await shop.books?.(id)).toMatchObject({ fulfillments: 1 });
  },
);

test.each(SHOPS)(
  "%s fulfills once, and notices each second payment, whatever is killed or lost",
  async (_, open) => {
    expect(await playEverything(open, true)).toBeGreaterThan(5);
  },
);
