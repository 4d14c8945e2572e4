import { productsCreate, transactionsRefund } from "../.tmp-generated/kubb/index.ts";
import { type Call, product, refundOf } from "./gateway.ts";

export const call: Call = async (baseURL, headers, parent_uid) => {
  // Its client sends JSON without saying so.
  const options = { baseURL, headers: { ...headers, "content-type": "application/json" } };
  const { pay_url } = await productsCreate(product, options);
  const { transaction } = await transactionsRefund(refundOf(parent_uid), undefined, options);
  return { payUrl: pay_url, refund: transaction };
};
