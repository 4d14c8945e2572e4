/** In this folder: what the local gateway does with payments, bills, payouts and stock, and which notifications it posts. */

import { expect, test, vi } from "vitest";
import { type BillCreateParams, NotFoundError, ValidationError } from "../../../src/index.ts";
import { Sandbox } from "../../../src/sandbox.ts";
import { LIBRARY_BILL } from "../library-bill.ts";
import { NOTIFY, openGateway, savedState } from "../open-gateway.ts";
import { postForm, rawCall } from "../raw-call.ts";

const BILL: BillCreateParams = { ...LIBRARY_BILL, notification_url: NOTIFY };

/** A merchant with a bill, and what was notified of it. */
async function openBill(params: Partial<BillCreateParams> = {}) {
  const gateway = await openGateway();
  const bill = await gateway.payments.bills.create({ ...BILL, ...params });
  const { uid } = bill;
  // What is posted next would otherwise overtake it.
  await gateway.sandbox.idle();
  const states = () => gateway.notified().map((one) => [one.uid === uid ? "bill" : "payment", one.status]);
  const statusNow = async () => (await gateway.payments.bills.get(uid)).status;
  /** Does something on the page of the bill. */
  const act = (action: string) => postForm(gateway.sandbox, `/process/${uid}`, { action });
  return { ...gateway, bill, uid, states, statusNow, act };
}

test("a bill tells how to pay it, and is found by its order and by its uid", async () => {
  const { payments, bill, uid, drifts, sandbox, states } = await openBill({ test: true });
  expect(bill).toMatchObject({
    status: "pending",
    type: "payment",
    method_type: "erip",
    payment_method_type: "erip",
    order_id: "100700000012",
    tracking_id: "100700000012",
    test: true,
    expired_at: null,
    redirect_url: null,
    erip: {
      account_number: "1007",
      service_no: "99999999",
      service_no_erip: "99999999",
      instruction: [`In the local gateway: open https://sandbox.invalid/process/${uid}`],
      qr_code: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      banks: [
        {
          name: "Sandbox Bank",
          icon: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
          platform_urls: { ios: `https://sandbox.invalid/process/${uid}` },
        },
      ],
    },
  });
  expect(await payments.bills.get(uid)).toStrictEqual(bill);
  expect(await payments.bills.get("100700000012")).toStrictEqual(bill);
  expect(await payments.transactions.findByTrackingId("100700000012")).toStrictEqual([bill]);
  const call = rawCall(sandbox);
  for (const path of [
    "/beyag/payments/?order_id=100700000012",
    `/beyag/transactions/${uid}`,
    "/beyag/transactions/tracking_id/100700000012",
  ])
    expect((await call("GET", path)).status, path).toBe(200);
  await expect(payments.bills.get("100700000013")).rejects.toThrow(NotFoundError);
  await sandbox.idle();
  expect(states()).toStrictEqual([["bill", "pending"]]);
  expect(drifts).toStrictEqual([]);
});

test("a bill is paid, notified like any payment, and can be refunded", async () => {
  const { sandbox, payments, uid, states, statusNow, notified } = await openBill();
  await sandbox.complete(uid, { status: "successful" });
  expect(await statusNow()).toBe("successful");
  expect(states()).toStrictEqual([
    ["bill", "pending"],
    ["bill", "successful"],
  ]);
  expect(notified().at(-1)).toMatchObject({ paid_at: expect.any(String), erip: { account_number: "1007" } });
  const refund = { parent_uid: uid, amount: 900, reason: "Returned" };
  expect(
    await payments.request("POST", `${payments.baseUrl}/beyag/refunds`, { body: { request: refund } }),
  ).toMatchObject({ transaction: { type: "refund", status: "successful", amount: 900 } });
  await expect(sandbox.complete(uid, { status: "successful" })).rejects.toThrow("it is successful");
});

test("a bill that was withdrawn is deleted, and one that is paid cannot be", async () => {
  const { sandbox, payments, uid, states, statusNow } = await openBill();
  await payments.bills.delete(uid);
  await payments.bills.delete(uid);
  expect(await statusNow()).toBe("deleted");
  await sandbox.idle();
  expect(states()).toStrictEqual([
    ["bill", "pending"],
    ["bill", "deleted"],
  ]);
  const paid = await payments.bills.create({ ...BILL, order_id: 1008 });
  await sandbox.complete(paid.uid, { status: "successful" });
  const refusal = payments.bills.delete(paid.uid);
  await expect(refusal).rejects.toThrow(ValidationError);
  await expect(refusal).rejects.toThrow("The bill can't be deleted because it is successful");
  await expect(payments.bills.delete("none")).rejects.toThrow(NotFoundError);
});

test("each payment of a permanent bill is a transaction of its own with the bill's tracking id", async () => {
  const { sandbox, payments, bill, uid, states, statusNow } = await openBill({
    permanent: true,
    tracking_id: "agreement-7",
  });
  expect(bill.status).toBe("permanent");
  const first = await sandbox.complete(uid, { status: "successful" });
  const failed = await sandbox.complete(uid, { status: "failed" });
  const second = await sandbox.complete(uid, { status: "successful" });
  expect(new Set([uid, first.uid, failed.uid, second.uid]).size).toBe(4);
  expect(await statusNow()).toBe("permanent");
  const found = await payments.transactions.findByTrackingId("agreement-7");
  const results = ["successful", "failed", "successful"];
  expect(found.map(({ status }) => status)).toStrictEqual([...results, "permanent"]);
  expect(states()).toStrictEqual(results.map((status) => ["payment", status]));
  expect(await payments.bills.get("100700000012")).toMatchObject({ uid });
  await payments.bills.delete(uid);
  expect(await statusNow()).toBe("deleted");
});

test("a bill that a customer has opened can be paid by nobody else for 30 minutes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const { sandbox, payments, uid, statusNow, act, states } = await openBill();
  await act("open");
  expect(await statusNow()).toBe("start");
  await act("open");
  await expect(payments.bills.delete(uid)).rejects.toThrow("it is start");
  await vi.advanceTimersByTimeAsync(29 * 60_000);
  expect(await statusNow()).toBe("start");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await statusNow()).toBe("pending");
  await sandbox.idle();
  await act("open");
  await act("confirm");
  expect(await statusNow()).toBe("successful");
  await sandbox.idle();
  expect(states().map(([, status]) => status)).toStrictEqual(["pending", "pending", "successful"]);
});

test("a bill expires at its time, at no other, also after a restart", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const { sandbox, payments, uid, statusNow } = await openBill();
  const expired_at = new Date(Date.now() + 3_600_000);
  const limited = await payments.bills.create({
    ...BILL,
    order_id: 1008,
    expired_at,
    payment_method: { type: "erip", account_number: "1008" },
  });
  const state = await savedState(sandbox);
  const restarted = new Sandbox({ ...sandbox.clientOptions, state });
  await vi.advanceTimersByTimeAsync(3_601_000);
  for (const one of [sandbox, restarted])
    expect((await rawCall(one)("GET", `/beyag/payments/${limited.uid}`)).body).toMatchObject({
      transaction: { status: "expired", order_id: "1008" },
    });
  await vi.advanceTimersByTimeAsync(365 * 24 * 3_600_000);
  expect(await statusNow()).toBe("pending");
  expect(await sandbox.expire(uid)).toBe(true);
  expect(await sandbox.expire(uid)).toBe(false);
  expect(await statusNow()).toBe("expired");
});

test("a new bill with the same account number takes the place of the old one", async () => {
  const { payments, uid, statusNow, bill, sandbox } = await openBill();
  const next = await payments.bills.create({ ...BILL, order_id: "100700000013" });
  expect(next.uid).not.toBe(uid);
  expect(await statusNow()).toBe("expired");
  expect(await payments.bills.get(next.uid)).toMatchObject({ status: "pending" });
  expect(await payments.bills.get(String(bill.order_id))).toMatchObject({ uid, status: "expired" });
  const restarted = new Sandbox({ ...sandbox.clientOptions, state: await savedState(sandbox) });
  for (const one of [sandbox, restarted]) {
    const page = await one.fetch(new Request(`https://sandbox.invalid/process/${uid}`));
    expect(await page.text()).toContain("<h1>Replaced by bill 100700000013</h1>");
  }
});

test("a customer pays an unopened bill in one step, and the gateway opens it first", async () => {
  /** Counts the changes of the state until the bill is paid. */
  const countChanges = async (pay: (bill: Awaited<ReturnType<typeof openBill>>) => Promise<unknown>) => {
    const bill = await openBill();
    let changes = 0;
    bill.sandbox.onChange(() => {
      changes += 1;
    });
    await pay(bill);
    await bill.sandbox.idle();
    expect(bill.states().map(([, status]) => status)).toStrictEqual(["pending", "successful"]);
    return changes;
  };
  const unopened = await countChanges(({ sandbox, uid }) => sandbox.complete(uid, { status: "successful" }));
  expect(await countChanges(({ act }) => act("confirm"))).toBe(unopened + 1);
});

test("a repeat with the same idempotency key makes one bill", async () => {
  const { payments } = await openBill({ order_id: 1 });
  const once = () => payments.bills.create(BILL, { idempotencyKey: "bill-1007" });
  const [first, second] = [await once(), await once()];
  expect(second).toStrictEqual(first);
});

test("a bill of another method waits like one of ERIP", async () => {
  const { bill, sandbox, uid, drifts } = await openBill({ payment_method: { type: "invoice", due: 1 } });
  expect(bill).toMatchObject({ status: "pending", payment_method_type: "invoice", invoice: { due: 1 } });
  expect((await sandbox.complete(uid, { status: "successful" })).status).toBe("successful");
  expect(drifts).toStrictEqual([]);
});
