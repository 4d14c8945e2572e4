const { PaymentsClient } = require("payments-client");
const { Sandbox } = require("payments-client/sandbox");
const sinon = require("sinon");

const sandbox = new Sandbox();
const payments = new PaymentsClient(sandbox.clientOptions);

afterEach(() => jest.useRealTimers());

async function payWithLateNotification() {
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { amount: 3245, currency: "EUR", description: "Pass" },
    settings: { notification_url: "https://shop.example/notify" },
  });
  sandbox.disturbNext({ notification: "late", delayMs: 5_000 });
  await sandbox.pay(token);
}

test("a mock of the module has no groups", () => {
  const { PaymentsClient: Mocked } = jest.createMockFromModule("payments-client");
  expect(new Mocked().checkouts).toBeUndefined();
});

/** A call that is retried, and a payment whose notification is late, with a stopped clock. */
async function payWhileStopped(advance) {
  sandbox.failNext({ status: 503, times: 2 });
  const retried = payments.products.list();
  await advance(60_000);
  expect(await retried).toEqual([]);

  let delivered = 0;
  sandbox.deliverTo(async () => {
    delivered += 1;
    return new Response();
  });
  const paid = payWithLateNotification();
  await advance(1_000);
  const idle = sandbox.idle();
  await advance(5_000);
  await Promise.all([paid, idle]);
  expect(delivered).toBe(1);
}

test("Jest's timers, advanced while calls wait", async () => {
  jest.useFakeTimers();
  await payWhileStopped((milliseconds) => jest.advanceTimersByTimeAsync(milliseconds));
  process.stdout.write("ok\n");
});

test("Sinon's timers, without nextTick and queueMicrotask", async () => {
  const clock = sinon.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  await payWhileStopped((milliseconds) => clock.tickAsync(milliseconds));
  clock.restore();
});
