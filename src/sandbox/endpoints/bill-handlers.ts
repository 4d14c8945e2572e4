import type { Context } from "hono";
import { billCreateParamsSchema } from "../../api/bill.ts";
import { write } from "../../api/fields/wire.ts";
import type { ApiOperation } from "../../api/operations.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { sectionOf } from "../gateway/input/section.ts";
import { createBill, deleteBill, findBill, problemsOfBill } from "../gateway/payments/bills.ts";
import type { TransactionRecord } from "../gateway/records/records.ts";
import { type Handler, notFound, paramOf } from "./handler.ts";
import { lenientReader } from "./read-lenient.ts";
import { creating, refuse } from "./transaction-handlers.ts";

const readBill = lenientReader(billCreateParamsSchema);

const answerBill = (context: Context, record: TransactionRecord | undefined): Response =>
  record ? context.json({ transaction: record.transaction }) : notFound(context);

/** Finds a bill by the query `order_id`, as other clients do. */
export const findBillHandler =
  (gateway: Gateway): Handler =>
  (context) =>
    answerBill(context, findBill(gateway, context.req.query("order_id") ?? ""));

/** The handlers of the bills. Source: gateway documentation, "Create an ERIP payment request". */
export function billHandlersOf(gateway: Gateway): Record<Extract<ApiOperation, `bills.${string}`>, Handler> {
  return {
    "bills.create": creating(gateway, {
      read: readBill,
      problemsOf: problemsOfBill,
      process: (fields, origin) =>
        createBill(gateway, sectionOf(write(billCreateParamsSchema, fields)), origin),
    }),
    "bills.get": (context) => answerBill(context, findBill(gateway, paramOf(context, "bill_id"))),
    "bills.delete": (context) => {
      const record = findBill(gateway, paramOf(context, "bill_id"));
      if (!record) return notFound(context);
      const { status } = record.transaction;
      // A repeat of a call whose answer was lost.
      if (status !== "deleted" && !deleteBill(gateway, record)) {
        return refuse(context, [
          { path: ["base"], messages: [`The bill can't be deleted: it is ${status}`] },
        ]);
      }
      return context.json({ message: "Successfully deleted" });
    },
  };
}
