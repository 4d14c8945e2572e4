import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { notify } from "./notify.ts";

// For a function URL or an HTTP API of API Gateway, payload format 2.0.
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const { body = "", isBase64Encoded, headers, requestContext } = event;
  const { method } = requestContext.http;
  if (method !== "POST") return { statusCode: 405 };
  const response = await notify(
    new Request("https://shop.example/notify", {
      method,
      headers: Object.entries(headers).map(([name, value = ""]): [string, string] => [name, value]),
      body: Buffer.from(body, isBase64Encoded ? "base64" : "utf8"), // the bytes that were signed
    }),
  );
  return { statusCode: response.status };
}
