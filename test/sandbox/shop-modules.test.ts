import { expect, test } from "vitest";
import { openGateway } from "./open-gateway.ts";

/** What the platform's module for WooCommerce sends: PHP's JSON over cURL, with Basic. */
async function openModule() {
  const gateway = await openGateway();
  const { fetch, gatewayUrl, shopId, secretKey } = gateway.sandbox.clientOptions;
  const authorization = `Basic ${btoa(`${shopId}:${secretKey}`)}`;
  const headers = { authorization, accept: "application/json", "content-type": "application/json" };
  const post = async (path: string, request: object): Promise<unknown> => {
    const body = JSON.stringify({ request });
    const response = await fetch(`${gatewayUrl}/transactions/${path}`, { method: "POST", headers, body });
    return response.json();
  };
  const get = async (path: string): Promise<unknown> =>
    (await fetch(gatewayUrl + path, { headers: { authorization, accept: "application/json" } })).json();
  return { ...gateway, post, get };
}

test("a shop module captures, refunds the capture in parts, and voids the rest", async () => {
  const { pay, post, get } = await openModule();
  const { uid } = await pay("authorization");
  const captured = await post("captures", { parent_uid: uid, amount: 10_000 });
  expect(captured).toMatchObject({
    transaction: {
      type: "capture",
      status: "successful",
      uid: expect.any(String),
      message: expect.any(String),
    },
  });
  const capture: unknown = Object(captured).transaction.uid;
  const reason = "Refunded from Woocommerce";
  expect(await post("refunds", { parent_uid: capture, amount: "4000", reason })).toMatchObject({
    transaction: { type: "refund", status: "successful", amount: 4000, parent_uid: capture },
  });
  expect(await post("refunds", { parent_uid: capture, amount: 6000, reason })).toMatchObject({
    transaction: { status: "successful" },
  });
  expect(await post("voids", { parent_uid: uid, amount: "2900" })).toMatchObject({
    transaction: { type: "void", status: "successful", amount: 2900 },
  });
  expect(await post("refunds", { parent_uid: capture, amount: 1, reason })).toMatchObject({
    message: expect.stringContaining("what is left"),
    errors: { request: { amount: [expect.any(String)] } },
  });
  expect(await get(`/transactions/${capture}`)).toStrictEqual(captured);
  expect(await get("/v2/transactions/tracking_id/order-1007")).toMatchObject({
    transactions: ["void", "refund", "refund", "capture", "authorization"].map((type) => ({ type })),
  });
});
