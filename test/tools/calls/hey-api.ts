import { productsCreate } from "../.tmp-generated/hey-api/index.ts";
import { type Call, product } from "./gateway.ts";

export const call: Call = async (baseUrl, headers) => {
  const { data } = await productsCreate({ baseUrl, headers, body: product });
  return data?.pay_url;
};
