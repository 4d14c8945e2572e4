import { createApiClient } from "../.tmp-generated/openapi-zod-client.ts";
import { type Call, product, refundOf } from "./gateway.ts";

export const call: Call = async (url, headers, parent_uid) => {
  const client = createApiClient(url);
  const { pay_url } = await client["products.create"](product, { headers });
  const { transaction } = await client["transactions.refund"](refundOf(parent_uid), { headers });
  return { payUrl: pay_url, refund: transaction };
};
