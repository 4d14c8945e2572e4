import { describe, expect, test } from "vitest";
import {
  captureParamsSchema,
  type PaymentsClient,
  type RefundParams,
  refundParamsSchema,
  voidParamsSchema,
} from "../../src/index.ts";
import refunded from "../fixtures/refund.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";
import { newRefund } from "../transport/calls.ts";
import { errorsAt, having, refusalOf } from "./params.ts";

const AMOUNT = expect.stringMatching(
  /^must be (?:an integer in minor units: 32\.45 is written 3245|1 or more) \(it is .+\)$/,
);

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
  test.each<[unknown, number]>([
    [3245, 3245],
    [3245n, 3245],
    ["3245", 3245],
    ["0003245", 3245],
    [1, 1],
    [2 ** 53 - 1, 9_007_199_254_740_991],
    ["9007199254740991", 9_007_199_254_740_991],
  ])("sends an amount of %o as a JSON integer", async (amount, sent) => {
    expect(await sentBy(way, having(newRefund, { amount }))).toStrictEqual({
      request: { ...newRefund, amount: sent },
    });
  });

  test.each([0, 0n, "0", "000", -1, "-1", 32.45, "32.45", "1e3", " 5", 2 ** 53, 2n ** 53n, true, [3245]])(
    "refuses an amount of %o, and says how to write amounts",
    async (amount) => {
      const error = await refusalOf((client) => follow(client, way, having(newRefund, { amount })));
      expect(error.operation).toBe(`transactions.${way}`);
      expect(error.errors).toStrictEqual(errorsAt("amount", AMOUNT));
    },
  );

  test.each([undefined, null, ""])("refuses %j for required fields", async (nothing) => {
    const params = having(newRefund, { parent_uid: nothing, amount: nothing, reason: nothing });
    const error = await refusalOf((client) => follow(client, way, params));
    expect(error.errors).toStrictEqual({
      parent_uid: ["is required"],
      amount: ["is required"],
      ...(way === "refund" && { reason: ["is required"] }),
    });
  });

  test("accepts a tracking id of 255 characters and refuses one of 256", async () => {
    const longest = "☃".repeat(255);
    expect(await sentBy(way, { ...newRefund, tracking_id: longest })).toHaveProperty(
      "request.tracking_id",
      longest,
    );
    const params = { ...newRefund, tracking_id: `${longest}x` };
    const error = await refusalOf((client) => follow(client, way, params));
    expect(error.errors).toStrictEqual(errorsAt("tracking_id", "must be at most 255 characters"));
  });

  test("refuses a duplicate_check that is not a boolean, and additional_data that is not an object", async () => {
    const params = having(newRefund, { duplicate_check: "no", additional_data: [] });
    const error = await refusalOf((client) => follow(client, way, params));
    expect(error.errors).toStrictEqual({
      duplicate_check: ["must be true or false"],
      additional_data: ["must be an object"],
    });
  });

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

test("a refund accepts a reason of 255 characters and refuses one of 256", async () => {
  const longest = "☃".repeat(255);
  expect(await sentBy("refund", { ...newRefund, reason: longest })).toHaveProperty("request.reason", longest);
  const error = await refusalOf(({ transactions }) =>
    transactions.refund({ ...newRefund, reason: `${longest}x` }),
  );
  expect(error.errors).toStrictEqual(errorsAt("reason", "must be at most 255 characters"));
});

test("the models are exported with their shapes", () => {
  const { reason, ...newCapture } = newRefund;
  expect(captureParamsSchema.safeParse(newCapture).success).toBe(true);
  expect(voidParamsSchema.safeParse(newCapture).success).toBe(true);
  expect(refundParamsSchema.safeParse({ ...newCapture, reason }).success).toBe(true);
  expect(refundParamsSchema.safeParse(newCapture).success).toBe(false);
});
