import { API_OPERATIONS, type ApiOperation, type Host, OPERATIONS } from "../api/operations.ts";
import { billOperations } from "./bill-operations.ts";
import { checkoutOperations } from "./checkout-operations.ts";
import { apiVersion } from "./headers.ts";
import { productOperations } from "./product-operations.ts";
import type { OperationNotes, Schema } from "./schema.ts";
import { transactionOperations } from "./transaction-operations.ts";

/** An operation without notes does not compile. */
const NOTES: Record<ApiOperation, OperationNotes> = {
  ...productOperations,
  ...checkoutOperations,
  ...transactionOperations,
  ...billOperations,
};

type Placeholder = (typeof OPERATIONS)[ApiOperation]["path"] extends infer Path
  ? Path extends `${string}{${infer Name}}${string}`
    ? Name
    : never
  : never;

const SEGMENTS: Record<Placeholder, string> = {
  product_id: "Product identifier: `prd_` and an opaque string.",
  token: "Payment token.",
  uid: "Identifier of the transaction.",
  tracking_id: "The merchant's identifier.",
  bill_id: "`uid` of the bill; to read it, also its `order_id`.",
};

/** The parameters of every operation of a path. */
const parametersOf = (path: string, host: Host): Schema[] => [
  ...Object.entries(SEGMENTS)
    .filter(([name]) => path.includes(`{${name}}`))
    .map(([name, description]) => ({
      name,
      in: "path",
      required: true,
      description,
      schema: { type: "string", minLength: 1 },
    })),
  ...(host === "checkoutUrl" ? [apiVersion] : []),
];

export function pathsOn(servers: Record<Host, Schema>): Schema {
  const paths: Record<string, Schema> = {};
  for (const operation of API_OPERATIONS) {
    const { method, host, path } = OPERATIONS[operation];
    const [tag] = operation.split(".");
    paths[path] = {
      servers: [servers[host]],
      parameters: parametersOf(path, host),
      ...paths[path],
      [method.toLowerCase()]: { operationId: operation, tags: [tag], ...NOTES[operation] },
    };
  }
  return paths;
}
