import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { memoryOrders } from "./orders.ts";
import { createShop } from "./shop.ts";

/** The raw bytes of the body, since the signature covers them. */
const bodyOf = ({ body, isBase64Encoded }: APIGatewayProxyEventV2): Buffer | null =>
  body === undefined ? null : Buffer.from(body, isBase64Encoded ? "base64" : "utf8");

function toRequest(event: APIGatewayProxyEventV2): Request {
  const { rawPath, rawQueryString, headers, cookies, requestContext } = event;
  const url = `https://${requestContext.domainName}${rawPath}?${rawQueryString}`;
  const { method } = requestContext.http;
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  // The platform takes cookies out of the headers.
  if (cookies) sent.push(["cookie", cookies.join("; ")]);
  const body = method === "GET" || method === "HEAD" ? null : bodyOf(event);
  return new Request(url, { method, headers: Object.fromEntries(sent), body: body && new Uint8Array(body) });
}

/** Outside of the handler, so that Lambda runs it once per instance, before the first request. */
const shop = createShop(process.env, memoryOrders());

/** For a function URL or an HTTP API of API Gateway, payload format 2.0. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const response = await shop.fetch(toRequest(event), event.requestContext.http.sourceIp);
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    cookies: response.headers.getSetCookie(),
    body: await response.text(),
  };
}

/** For a rule of EventBridge, every five minutes. */
export async function scheduled(): Promise<void> {
  await shop.reconcile();
  await shop.fulfill();
}
