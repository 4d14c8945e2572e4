import { productsCreate, transactionsRefund } from "../.tmp-generated/orval.ts";
import { type Call, gateway, product, refundOf } from "./gateway.ts";

export const call: Call = async (url, headers, parent_uid) => {
  gateway.url = url;
  const created = await productsCreate(product, { headers });
  const refunded = await transactionsRefund(refundOf(parent_uid), { headers });
  return {
    payUrl: created.status === 201 ? created.data.pay_url : undefined,
    refund: refunded.status === 200 || refunded.status === 201 ? refunded.data.transaction : undefined,
  };
};
