import type { APIGatewayProxyEventV2 } from "aws-lambda";

/** A request as an API Gateway event, payload format 2.0; with the body in base64 if `base64` is true. */
export async function toLambdaEvent(request: Request, base64 = false): Promise<APIGatewayProxyEventV2> {
  const { host, pathname, search } = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  const { cookie, ...headers } = Object.fromEntries(request.headers);
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers,
    ...(cookie !== undefined && { cookies: cookie.split("; ") }),
    requestContext: {
      accountId: "anonymous",
      apiId: "example",
      domainName: host,
      domainPrefix: "example",
      http: {
        method: request.method,
        path: pathname,
        protocol: "HTTP/1.1",
        sourceIp: "192.0.2.1",
        userAgent: request.headers.get("user-agent") ?? "",
      },
      requestId: "example",
      routeKey: "$default",
      stage: "$default",
      time: "",
      timeEpoch: 0,
    },
    ...(body.length > 0 && { body: body.toString(base64 ? "base64" : "utf8") }),
    isBase64Encoded: base64,
  };
}
