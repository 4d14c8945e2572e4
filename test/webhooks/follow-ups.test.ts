import { expect, test } from "vitest";
import { WebhookError } from "../../src/index.ts";
import { notificationKey, paymentDetails } from "../../src/webhooks/index.ts";
import paid from "../fixtures/notification-transaction.json" with { type: "json" };
import refunded from "../fixtures/refund.json" with { type: "json" };
import { rejection } from "../transport/calls.ts";
import { bySignature, headersFor } from "./notifications.ts";

const { refund: details, ...facts } = refunded.transaction;

const verify = (sent: unknown) => {
  const body = JSON.stringify(sent);
  return bySignature.verify({ body, headers: headersFor(body) });
};

test.each(["capture", "void", "refund"])("a %s is verified, and its section is found", async (type) => {
  const transaction = { ...facts, type, [type]: details };
  const notification = await verify({ transaction });
  if (notification.type !== "transaction") throw new Error("no transaction");
  expect(notification.transaction).toStrictEqual(transaction);
  expect(paymentDetails(notification.transaction)).toStrictEqual(details);
});

test("a refund whose amount differs from the signed one is refused", async () => {
  const body = JSON.stringify(refunded);
  const forged = body.replace("2900", "9900");
  const error = await rejection(
    bySignature.verify({ body: forged, headers: headersFor(body) }),
    WebhookError,
  );
  expect(error.reason).toBe("signature");
});

test("each has its own key, which repeated notifications share", async () => {
  const keyOf = async (type: string, uid: string, status = "successful") =>
    notificationKey(
      await verify({ transaction: { ...facts, type, uid, status, [type]: { ...details, status } } }),
    );
  const keys = [
    notificationKey(await verify(paid)),
    await keyOf("capture", "c1"),
    await keyOf("void", "v1"),
    await keyOf("refund", "r1"),
    await keyOf("refund", "r2"),
    await keyOf("refund", "r2", "failed"),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(await keyOf("refund", "r1")).toBe(keys[3]);
});
