import { type ApiOperation, OPERATIONS } from "../../api/operations.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import type { Gateway } from "../../sandbox/gateway/gateway.ts";
import { type Fields, parseJson, sectionOf } from "../../sandbox/gateway/input/section.ts";
import type { RequestIdRecord } from "../../sandbox/gateway/orders/store.ts";
import { processFollowUp } from "../../sandbox/gateway/payments/follow-ups.ts";
import type { Intercept } from "../../sandbox/gateway/plans/plans.ts";
import type { Variants } from "../../sandbox/gateway/variants.ts";
import { age, chargeWith } from "../../sandbox/internals.ts";

/** A call of the shop to the gateway, and what can become of it. */
export interface ShopCall {
  /** Undefined for a call that the SDK does not make. */
  readonly operation: ApiOperation | undefined;
  readonly isPost: boolean;
  readonly path: string;
  /** The parsed body. Empty without a body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** @param variants What the gateway answers. Default: what it answers about the order. */
  readonly proceed: (variants?: Variants) => Promise<Response>;
  /** Declines the capture, refund or charge of the call. Undefined for any other call. */
  readonly decline: () => Promise<Response | undefined>;
  /** Lets the charge of the call wait for 3-D Secure. Undefined for any other call. */
  readonly challenge: () => Promise<Response | undefined>;
  /** Refuses the call. A repeat with the same idempotency key is refused, too. */
  readonly refuse: () => Promise<Response>;
}

const PROBLEM = { path: ["base"], messages: ["is not allowed"] };

const REFUSAL = { status: "error", message: "Base is not allowed.", errors: { base: PROBLEM.messages } };

function declined(inside: Gateway, operation: ShopCall["operation"], request: Fields) {
  const type = operation?.replace("transactions.", "");
  if (type === "pay") return chargeWith(inside, request, { isDeclinedLater: true });
  const isKnown = inside.store.transactions.has(String(request["parent_uid"]));
  if (!isKnown || (type !== "capture" && type !== "void" && type !== "refund")) return undefined;
  const data = { ...sectionOf(request["additional_data"]), recipient: { expected_bank_code: "05" } };
  const { transaction } = processFollowUp(inside, type, { ...request, additional_data: data });
  // Another try is no duplicate.
  age(inside, [transaction.uid]);
  return transaction;
}

/** @param lost Tokens whose status is not returned. @param expiredHolds Holds whose captures and voids are declined. */
export async function toShopCall(
  inside: Gateway,
  { operation, path, body, requestId = "", proceed }: Parameters<Intercept>[0],
  lost: ReadonlyMap<string, "unknown" | "unreadable">,
  expiredHolds: ReadonlySet<string>,
): Promise<ShopCall> {
  const content = sectionOf(parseJson(await body()));
  const request = sectionOf(content["request"]);
  const { requestIds } = inside.store;
  const isRepeat = () => requestIds.has(requestId);
  // A repeat gets the same result.
  const keepResult = (result: Pick<RequestIdRecord, "uid" | "problems">) =>
    requestIds.set(requestId, { id: requestId, at: inside.clock.now().toISOString(), ...result });
  const failing = (fail: () => Transaction | undefined) => async () => {
    const transaction = isRepeat() ? undefined : fail();
    if (transaction && requestId) keepResult({ uid: transaction.uid });
    return transaction && Response.json({ transaction });
  };
  const decline = failing(() => declined(inside, operation, request));
  const loss = [...lost].find(([token]) => path.includes(token))?.[1];
  return {
    operation,
    isPost: operation !== undefined && OPERATIONS[operation].method === "POST",
    path,
    body: content,
    decline,
    challenge: failing(() =>
      operation === "transactions.pay" ? chargeWith(inside, request, { secure: "challenge" }) : undefined,
    ),
    proceed: async (variants) => {
      if (loss === "unknown") return Response.json({ message: "Record not found" }, { status: 404 });
      if (loss === "unreadable") return new Response("<h1>Maintenance</h1>");
      const isExpired = expiredHolds.has(String(request["parent_uid"]));
      return (isExpired ? await decline() : undefined) ?? proceed(variants);
    },
    refuse: async () => {
      if (!requestId) return Response.json({ response: REFUSAL }, { status: 422 });
      if (!isRepeat()) keepResult({ problems: [PROBLEM] });
      return proceed();
    },
  };
}
