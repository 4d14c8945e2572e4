import { Api } from "../.tmp-generated/swagger-typescript-api.ts";
import { type Call, product, refundOf } from "./gateway.ts";

export const call: Call = async (baseUrl, headers, parent_uid) => {
  const { products, transactions } = new Api({ baseUrl, baseApiParams: { headers } });
  const created = await products.productsCreate(product);
  const refunded = await transactions.transactionsRefund(refundOf(parent_uid));
  return { payUrl: created.data.pay_url, refund: refunded.data.transaction };
};
