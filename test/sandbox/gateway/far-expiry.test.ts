import { afterEach, expect, test, vi } from "vitest";
import { PaymentsClient } from "../../../src/index.ts";
import { Sandbox } from "../../../src/sandbox/index.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a token with a far expiry stays open at any speed, and the dashboard shows it", async () => {
  vi.useFakeTimers();
  for (const speed of [0.001, 1, 60]) {
    const sandbox = new Sandbox({ speed });
    const payments = new PaymentsClient(sandbox.clientOptions);
    const { token } = await payments.checkouts.create({
      transaction_type: "payment",
      order: { amount: 100, currency: "EUR", description: "Pass", expired_at: "9999-12-31T23:59:59Z" },
    });
    vi.advanceTimersByTime(1000);
    expect(await payments.checkouts.get(token), String(speed)).toMatchObject({ expired: false });
    const dashboard = await sandbox.fetch(new Request("http://127.0.0.1:4010/"));
    expect(dashboard.status, String(speed)).toBe(200);
    expect((await sandbox.pay(token)).status, String(speed)).toBe("successful");
  }
});

test("the wait for a far expiry is split: Node fires a longer timer at once, a thousand times a second", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const sandbox = new Sandbox();
  const payments = new PaymentsClient(sandbox.clientOptions);
  const order = { amount: 100, currency: "EUR", description: "Pass", expired_at: "2099-12-31T23:59:59Z" };
  await payments.checkouts.create({ transaction_type: "payment", order });
  const delays = timers.mock.calls.map(([, delay = 0]) => delay);
  expect(Math.max(...delays)).toBe(2_147_483_647);
});
