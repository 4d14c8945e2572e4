import { productsCreate } from "../.tmp-generated/kubb/index.ts";
import { type Call, product } from "./gateway.ts";

export const call: Call = async (baseURL, headers) => {
  // Its client sends JSON without saying so.
  const json = { ...headers, "content-type": "application/json" };
  const { pay_url } = await productsCreate(product, { baseURL, headers: json });
  return pay_url;
};
