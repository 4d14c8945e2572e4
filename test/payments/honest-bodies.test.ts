import { expect, test } from "vitest";
import { isFinal, outcome } from "../../src/index.ts";
import { type Notification, Webhooks } from "../../src/webhooks.ts";
import { honestBodies } from "./honest-bodies.ts";

const bodies = await honestBodies();
const webhooks = new Webhooks({ shopId: 4821, secretKey: "secret", publicKey: false });
const headers = { authorization: `Basic ${btoa("4821:secret")}` };

const paymentOf = (notification: Notification) => {
  if (notification.type === "transaction") return notification.transaction;
  if (notification.type === "checkout") return notification.checkout;
  throw new Error("not a payment");
};

test("every body that a gateway sends has its outcome, whatever sections it has beside", async () => {
  const read = await Promise.all(
    bodies.map(async ({ name, body }) => {
      const notification = await webhooks.verify({ body: JSON.stringify(body), headers });
      const payment = paymentOf(notification);
      const result = outcome(payment, { test: true });
      // A success of a test is one only for those who ask for it, and what is pending may still change.
      const isSuccess = !["pending", "failed", "expired"].includes(result);
      expect(outcome(payment), name).toBe(isSuccess && payment.test ? "test" : result);
      expect(isFinal(payment), name).toBe(result !== "pending");
      return [name, result];
    }),
  );
  expect(read).toStrictEqual(bodies.map(({ name, outcome }) => [name, outcome]));
});
