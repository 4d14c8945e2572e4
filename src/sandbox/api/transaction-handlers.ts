import type { ApiOperation } from "../../operations.ts";
import { isRecord } from "../../values.ts";
import type { FollowUpType } from "../gateway/follow-ups/follow-up-type.ts";
import type { Shop } from "../gateway/shop.ts";
import { type Handler, noObject, notFound, paramOf, readObject } from "./handler.ts";
import { toRefusal } from "./refusal.ts";

/** What answers the gateway host's operations. Source: gateway documentation, "Follow-up transactions". */
export function transactionHandlersOf({
  followUps,
  store,
}: Shop): Record<Extract<ApiOperation, `transactions.${string}`>, Handler> {
  const follow =
    (type: FollowUpType): Handler =>
    async (context) => {
      const body = await readObject(context);
      if (!body) return noObject(context);
      const { request } = body;
      const problems = followUps.problemsOf(type, request);
      if (problems.length > 0 || !isRecord(request)) return context.json(toRefusal(problems), 422);
      return context.json({ transaction: followUps.process(type, request).transaction });
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
