import { productsCreate, transactionsRefund } from "../.tmp-generated/hey-api/index.ts";
import { type Call, product, refundOf } from "./gateway.ts";

export const call: Call = async (baseUrl, headers, parent_uid) => {
  const created = await productsCreate({ baseUrl, headers, body: product });
  const refunded = await transactionsRefund({ baseUrl, headers, body: refundOf(parent_uid) });
  return { payUrl: created.data?.pay_url, refund: refunded.data?.transaction };
};
