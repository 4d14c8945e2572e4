import { createApiClient } from "../.tmp-generated/openapi-zod-client.ts";
import { type Call, product } from "./gateway.ts";

export const call: Call = async (url, headers) => {
  const { pay_url } = await createApiClient(url)["products.create"](product, { headers });
  return pay_url;
};
