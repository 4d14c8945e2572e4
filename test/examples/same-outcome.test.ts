/** What the gateway sends, and the same with one value changed or added. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { PaymentSummary } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { expect, test } from "vitest";
import { honestBodies } from "../payments/bodies.ts";
import { changesOf, type Fields, isFields } from "../payments/changes.ts";
import { ORDER as order } from "../sandbox/open-gateway.ts";
import { SCRIPT_ENVIRONMENT } from "./money/processes/process.ts";
import { SETTINGS } from "./notified-shops.ts";

/** What becomes of a transaction, with the reason and the order of a review. */
interface Result {
  readonly is: string;
  readonly reason: string;
  readonly orderId: string;
}

/** What the SDK makes of a transaction. */
async function sdkResult(transaction: Fields): Promise<Result> {
  let paidBy: string | null = null;
  let orderId = "";
  const find = (id: string) => (id === order.tracking_id ? { ...order, paidBy } : undefined);
  const shop = {
    findOrder: find,
    paid: ({ uid }: { uid: string }) => {
      paidBy = uid;
    },
    review: ({ summary }: { summary: PaymentSummary }) => {
      orderId = summary.trackingId ?? "";
    },
    otherwise: () => undefined,
  };
  try {
    const result = await handlePayment(shop, Object(transaction));
    return { is: result.is, reason: result.is === "review" ? result.reason : "", orderId };
  } catch {
    return { is: "error", reason: "", orderId };
  }
}

const toResult = (line: string): Result => {
  const [is, reason, orderId] = JSON.parse(line).map(String);
  return { is, reason, orderId };
};

/** The transactions that the gateway sends, and then their changes. */

const sent = (await honestBodies()).flatMap(({ body }) =>
  isFields(body["transaction"]) ? [body["transaction"]] : [],
);
const kinds = new Map(
  sent
    .filter(({ type }) => ["payment", "refund", "chargeback"].includes(String(type)))
    .map((each) => [`${each["type"]} ${each["method_type"]} ${each["status"] === "successful"}`, each]),
);
const honest = sent.length;
const [first] = kinds.values();
const bases = [...kinds.values(), { ...first, payment: null }];
const transactions = [...sent, ...bases.flatMap((each) => [...changesOf(each)])];
const expected = await Promise.all(transactions.map(sdkResult));

test.each([
  { language: "PHP", program: "php", script: "handle-lines.php" },
  { language: "Python", program: "python3", script: "handle_lines.py" },
])("$language makes the same of a transaction as the SDK, or asks for a review", ({ program, script }) => {
  const output = execFileSync(program, [join(import.meta.dirname, "other-languages", script)], {
    env: { ...SCRIPT_ENVIRONMENT, ...SETTINGS },
    input: transactions.map((transaction) => `${JSON.stringify(transaction)}\n`).join(""),
    maxBuffer: 100_000_000,
  });
  const results = `${output}`.trim().split("\n").map(toResult);
  expect(results).toHaveLength(transactions.length);
  expect(results.slice(0, honest)).toEqual(expected.slice(0, honest));
  const others = results.flatMap((result, index) => {
    const sdk = expected[index];
    const isReview = result.reason === "unknown" && (sdk?.is !== "review" || sdk.orderId === result.orderId);
    return isReview || isDeepStrictEqual(result, sdk)
      ? []
      : [{ result, sdk, transaction: transactions[index] }];
  });
  expect(others.slice(0, 5)).toEqual([]);
  for (const outcome of ["paid", "mismatch", "charged_back"]) {
    const same = expected.flatMap((each, index) =>
      [each.is, each.reason].includes(outcome) ? [isDeepStrictEqual(results[index], each)] : [],
    );
    expect(same.length).toBeGreaterThan(1000);
    expect(same.filter(Boolean).length / same.length, outcome).toBeGreaterThan(0.95);
  }
});
