import { refundParamsSchema } from "../../models/transaction-params.ts";
import type { ApiOperation } from "../../operations.ts";
import type { FollowUpType } from "../gateway/follow-ups/follow-up-type.ts";
import { toRefusal } from "../gateway/input/refusal.ts";
import { section } from "../gateway/input/section.ts";
import type { Shop } from "../gateway/shop.ts";
import { type Handler, noObject, notFound, paramOf, readObject } from "./handler.ts";
import { lenientReader } from "./read-lenient.ts";

/** Refunds have every field of captures and voids. */
const readRequest = lenientReader(refundParamsSchema);

/** The handlers of the transaction operations. Source: gateway documentation, "Follow-up transactions". */
export function transactionHandlersOf({
  followUps,
  store,
}: Shop): Record<Extract<ApiOperation, `transactions.${string}`>, Handler> {
  const follow =
    (type: FollowUpType): Handler =>
    async (context) => {
      const body = await readObject(context);
      if (!body) return noObject(context);
      const fields = readRequest(body["request"]);
      const problems = followUps.problemsOf(type, fields);
      if (problems.length > 0) return context.json(toRefusal(problems), 422);
      return context.json({ transaction: followUps.process(type, section(fields)).transaction });
    };

  return {
    "transactions.get": (context) => {
      const record = store.transactions.get(paramOf(context, "uid"));
      return record ? context.json({ transaction: record.transaction }) : notFound(context);
    },
    "transactions.findByTrackingId": (context) =>
      context.json({ transactions: store.findByTrackingId(paramOf(context, "tracking_id")) }),
    "transactions.capture": follow("capture"),
    "transactions.void": follow("void"),
    "transactions.refund": follow("refund"),
  };
}
