import { productsCreate } from "../.tmp-generated/orval.ts";
import { type Call, gateway, product } from "./gateway.ts";

export const call: Call = async (url, headers) => {
  gateway.url = url;
  const answer = await productsCreate(product, { headers });
  return answer.status === 201 ? answer.data.pay_url : undefined;
};
