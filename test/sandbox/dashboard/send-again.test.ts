import { expect, test } from "vitest";
import { expectPayment, Webhooks } from "../../../src/webhooks.ts";
import { openDashboard, settings } from "./open-dashboard.ts";

/** A dashboard with a paid order, and what its shop was posted. */
async function openPaid() {
  const posted: Request[] = [];
  let status = 200;
  const deliver = async (request: Request) => {
    posted.push(request);
    return new Response("", { status });
  };
  const opened = await openDashboard({ deliver });
  const { sandbox, createToken } = opened;
  const token = await createToken("order-9001", { settings });
  await sandbox.pay(token);
  const id = sandbox.deliveries[0]?.id ?? "";
  const webhooks = new Webhooks({ ...sandbox.clientOptions, publicKey: await sandbox.publicKey() });
  /** What the newest post says to a shop that verifies it. */
  const verified = async (): Promise<string> => {
    const request = posted.at(-1)?.clone();
    if (!request) return "nothing";
    try {
      const notification = await webhooks.verify({ body: await request.text(), headers: request.headers });
      expectPayment(notification, { amount: 12_900, currency: "EUR", trackingId: "order-9001" });
      return "the order";
    } catch (error) {
      return error instanceof Error && "reason" in error ? String(error.reason) : "another error";
    }
  };
  const sendBack = (fields: Record<string, string>) =>
    opened.post("notify-again", { notification: id, ...fields });
  const sendAgain = async (fields: Record<string, string> = {}) => opened.said(await sendBack(fields));
  const answer = (next: number) => {
    status = next;
  };
  return { ...opened, token, id, posted, verified, sendBack, sendAgain, answer };
}

test("a notification is sent again as it was or changed, and the answer says what was sent", async () => {
  const { sendAgain, verified, answer } = await openPaid();
  expect(await sendAgain()).toBe("Sent again as it was (paid). The shop answered 200.");
  expect(await verified()).toBe("the order");
  for (const [as, reason, said] of [
    ["wrong_amount", "mismatch", "with another amount: amount €0.01, before €129.00 (also changed: payment."],
    ["wrong_signature", "signature", "with another signature. "],
  ] as const) {
    expect([as, await sendAgain({ as })]).toStrictEqual([as, expect.stringContaining(`Sent again ${said}`)]);
    expect([as, await verified()]).toStrictEqual([as, reason]);
  }
  for (const [status, advice] of [
    [401, "That is right, because it refused the forgery."],
    [500, "It did not accept the forgery, but it must answer 401."],
  ] as const) {
    answer(status);
    expect(await sendAgain({ as: "wrong_signature" })).toContain(`The shop answered ${status}. ${advice}`);
  }
});

test("a shop that accepts a wrong signature is shown everywhere, with the guide, until it refuses one", async () => {
  const { sendAgain, verdict, story, rows, get, token, answer, post, sandbox, createToken } =
    await openPaid();
  const accepted = "Your shop accepted a notification with a wrong signature";
  expect(await sendAgain({ as: "wrong_signature" })).toContain(accepted);
  expect(await verdict(token)).toContain(`${accepted}, because it answered 200.`);
  const html = await story(token);
  for (const part of ['id="verdict" class="bad"', '"state bad">Accepted a forgery<', `200. ${accepted}.`])
    expect(html).toContain(part);
  const [, guide = ""] = /<a href="([^"]*)"[^>]*>Verify notifications</.exec(html) ?? [];
  expect(await get(guide)).toContain('<h2 id="verify-title">Verify notifications</h2>');
  expect(await rows("/?show=accepted-a-forgery")).toMatchObject([{ Notification: "Accepted a forgery" }]);
  expect(await get()).toContain('"state bad">Accepted a forgery<');
  answer(401);
  expect(await sendAgain({ as: "wrong_signature" })).toContain("it refused the forgery");
  expect(await rows()).toMatchObject([{ Notification: "Delivered" }]);
  expect(await verdict(token)).not.toContain(accepted);
  answer(200);
  await post("plan-notifications", { notification: "wrong_signature" });
  const planned = await createToken("order-8", { settings });
  await sandbox.pay(planned);
  expect((await verdict(planned)).split(accepted)).toHaveLength(2);
});

test("an edited body is signed again, and shown beside what was sent before", async () => {
  const { sendAgain, verified, story, token, sandbox } = await openPaid();
  const body = sandbox.deliveries[0]?.body.replace("12900", "4200") ?? "";
  expect(await sendAgain({ body })).toContain(
    "Sent again with an edited body: amount €42.00, before €129.00",
  );
  expect(await verified()).toBe("mismatch");
  expect(await story(token)).toMatch(
    /<h3>Sent again with an edited body: paid<.*<code>amount<\/code><\/div><\/td><td data-label="Before"><div>€129.00<\/div><\/td><td data-label="Now"><div>€42.00</s,
  );
  expect(await sendAgain({ body: "{oops" })).toBe(
    "Sent again with an edited body: the body not JSON, before JSON. The shop answered 200. That is wrong, because the shop cannot have read a body that is not JSON.",
  );
  expect(await verified()).toBe("body");
  expect(await story(token)).not.toContain("undefined");
});

test("a planned disturbance waits for the next new notification, and sending again does not take it", async () => {
  const { sendAgain, verified, post, sandbox, createToken, get } = await openPaid();
  await post("plan-notifications", { notification: "wrong_amount" });
  expect(await sendAgain()).toBe(
    "Sent again as it was (paid). The shop answered 200. The planned disturbance still waits for the next new notification.",
  );
  expect(await verified()).toBe("the order");
  expect(await get("/sandbox/failures")).toMatch(/The next notification: <[^>]*>wrong amount</);
  await sandbox.pay(await createToken("order-9002", { settings }));
  expect(sandbox.deliveries.at(-1)).toMatchObject({ disturbance: "wrong_amount" });
});

test("what was sent again with changes says nothing about the order, and is never repeated", async () => {
  const { sendAgain, answer, verdict, rows, token, sandbox } = await openPaid();
  answer(500);
  await sendAgain({ as: "wrong_amount" });
  expect(await verdict(token)).toContain("The shop answered 200 to the notification (paid)");
  expect((await rows())[0]).toMatchObject({ Outcome: "Paid", Notification: "Delivered" });
  expect(sandbox.deliveries.at(-1)).toMatchObject({ attempts: 1, status: 500, nextAttemptAt: undefined });
  await sendAgain();
  expect(await verdict(token)).toContain("did not accept the notification (paid)");
  answer(200);
  await sendAgain({ as: "wrong_amount" });
  expect(await verdict(token)).toContain("did not accept the notification (paid)");
});

test("a notification without a transaction is not sent again with another amount", async () => {
  const { sandbox, createToken, post, story } = await openPaid();
  const token = await createToken("late-1", { settings });
  await sandbox.expire(token);
  const delivery = sandbox.deliveries.at(-1)?.id ?? "";
  const html = await story(token);
  expect(html).toContain('<option value="wrong_signature">');
  expect(html).not.toContain('<option value="wrong_amount">');
  expect((await post("notify-again", { notification: delivery, as: "wrong_amount" })).status).toBe(409);
  expect((await post("notify-again", { notification: delivery, as: "stolen" })).status).toBe(409);
});
