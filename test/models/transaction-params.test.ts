import { describe, expect, test } from "vitest";
import type { PaymentsClient, RefundParams } from "../../src/index.ts";
import refunded from "../fixtures/refund.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";
import { newRefund } from "../transport/calls.ts";
import { having } from "./params.ts";

const ways = ["capture", "void", "refund"] as const;

/** Calls without types, as plain JavaScript does. */
const follow = ({ transactions }: PaymentsClient, way: (typeof ways)[number], params: RefundParams) =>
  transactions[way](params);

/** The follow-up transaction on the wire. */
const sentBy = async (
  way: (typeof ways)[number],
  params: RefundParams,
  validate = true,
): Promise<unknown> => {
  await using gateway = await startGateway({ status: 200, body: refunded });
  await follow(gateway.client({ validate }), way, params);
  expect(gateway.requests).toHaveLength(1);
  return JSON.parse(gateway.requests[0]?.body ?? "");
};

describe.each(ways)("a %s", (way) => {
  test("sends null, empty and undocumented fields unchanged at every depth", async () => {
    const params = having(newRefund, {
      amount: 5,
      tracking_id: "",
      duplicate_check: null,
      additional_data: { referer: "https://shop.example", x: [{ amount: "007" }] },
      undocumented: { amount: "12" },
    });
    expect(await sentBy(way, params)).toStrictEqual({ request: params });
  });

  test("is sent without validation with validate: false, its amount as an integer where possible", async () => {
    const wrong = { amount: "12", reason: 5, parent_uid: null };
    expect(await sentBy(way, having(newRefund, wrong), false)).toStrictEqual({
      request: { amount: 12, reason: 5, parent_uid: null },
    });
    expect(await sentBy(way, having(newRefund, { amount: "32.45" }), false)).toHaveProperty(
      "request.amount",
      "32.45",
    );
  });
});
