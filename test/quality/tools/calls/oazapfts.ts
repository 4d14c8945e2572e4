import { ok } from "@oazapfts/runtime";
import { productsCreate, transactionsRefund } from "../.tmp-generated/oazapfts.ts";
import { type Call, product, refundOf } from "./gateway.ts";

export const call: Call = async (baseUrl, headers, parent_uid) => {
  const { pay_url } = await ok(productsCreate(product, { baseUrl, headers }));
  const { transaction } = await ok(transactionsRefund(refundOf(parent_uid), {}, { baseUrl, headers }));
  return { payUrl: pay_url, refund: transaction };
};
