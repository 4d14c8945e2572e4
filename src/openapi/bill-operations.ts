import { EXAMPLES } from "./examples.ts";
import { answer, jsonOf, type OperationNotes, SERVED } from "./schema.ts";
import { found, newTransaction, transactionOf } from "./transaction-operations.ts";

/** Source: gateway documentation, "Create an ERIP payment request". */
export const billOperations = {
  "bills.create": newTransaction(
    "Create a bill, which the customer pays in a bank or at a terminal",
    "BillCreateParams",
    EXAMPLES.newBill,
    EXAMPLES.bill,
  ),
  "bills.get": found("Read a bill", "The bill with its present status.", transactionOf(EXAMPLES.bill)),
  "bills.delete": {
    summary: "Withdraw a bill that is not paid",
    description: "The bill becomes `deleted`.",
    responses: {
      "2XX": {
        description: "Deleted.",
        content: jsonOf(
          { type: "object", properties: { message: { type: "string" } } },
          EXAMPLES.deletedBill,
        ),
      },
      "404": answer("NotFound"),
      "4XX": answer("FollowUpRefused"),
      ...SERVED,
    },
  },
} satisfies Readonly<Record<string, OperationNotes>>;
