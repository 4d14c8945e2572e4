import { openGateway } from "./open-gateway.ts";

interface Answer {
  readonly status: number;
  /** The parsed JSON; undefined for an empty body. */
  readonly body: unknown;
}

/** A sandbox, called as a shop module calls a gateway: JSON over HTTP with Basic authentication, without the SDK. */
export async function openModule() {
  const gateway = await openGateway();
  const { fetch, gatewayUrl, shopId, secretKey } = gateway.sandbox.clientOptions;
  const headers = {
    authorization: `Basic ${btoa(`${shopId}:${secretKey}`)}`,
    accept: "application/json",
    "content-type": "application/json",
  };
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(gatewayUrl + path, { method, headers, ...init });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  return {
    ...gateway,
    get: (path: string) => call("GET", path),
    post: (path: string, body: object) => call("POST", path, body),
    put: (path: string, body: object) => call("PUT", path, body),
  };
}

export type Module = Awaited<ReturnType<typeof openModule>>;
