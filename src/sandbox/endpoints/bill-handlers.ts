import type { Context } from "hono";
import { billCreateParamsSchema } from "../../api/bill.ts";
import { write } from "../../api/fields/wire.ts";
import type { ApiOperation } from "../../api/operations.ts";
import { sectionOf } from "../gateway/input/section.ts";
import type { TransactionRecord } from "../gateway/records/records.ts";
import type { Shop } from "../gateway/shop.ts";
import { type Handler, notFound, paramOf } from "./handler.ts";
import { lenientReader } from "./read-lenient.ts";
import { creating, refuse } from "./transaction-handlers.ts";

const readBill = lenientReader(billCreateParamsSchema);

const answerBill = (context: Context, record: TransactionRecord | undefined): Response =>
  record ? context.json({ transaction: record.transaction }) : notFound(context);

/** Finds a bill by the query `order_id`, as other clients do. */
export const findBillHandler =
  ({ bills }: Shop): Handler =>
  (context) =>
    answerBill(context, bills.find(context.req.query("order_id") ?? ""));

/** The handlers of the bills. Source: gateway documentation, "Create an ERIP payment request". */
export function billHandlersOf(shop: Shop): Record<Extract<ApiOperation, `bills.${string}`>, Handler> {
  const { bills } = shop;
  return {
    "bills.create": creating(shop, {
      read: readBill,
      problemsOf: bills.problemsOf,
      process: (fields, origin) => bills.create(sectionOf(write(billCreateParamsSchema, fields)), origin),
    }),
    "bills.get": (context) => answerBill(context, bills.find(paramOf(context, "bill_id"))),
    "bills.delete": (context) => {
      const record = bills.find(paramOf(context, "bill_id"));
      if (!record) return notFound(context);
      const { status } = record.transaction;
      // A repeat of a call whose answer was lost.
      if (status !== "deleted" && !bills.delete(record)) {
        return refuse(context, [
          { path: ["base"], messages: [`The bill can't be deleted: it is ${status}`] },
        ]);
      }
      return context.json({ message: "Successfully deleted" });
    },
  };
}
