import { afterEach, expect, test, vi } from "vitest";
import { PaymentsClient } from "../../../src/index.ts";
import { Sandbox } from "../../../src/sandbox/index.ts";

afterEach(() => {
  vi.useRealTimers();
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
