import { expect, test } from "vitest";
import { outcome } from "../../src/index.ts";
import { type Notification, Webhooks } from "../../src/webhooks/index.ts";
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
      return [name, outcome(paymentOf(notification), { test: true })];
    }),
  );
  expect(read).toStrictEqual(bodies.map(({ name, outcome }) => [name, outcome]));
});
