import { openGateway } from "../open-gateway.ts";
import { rawCall } from "../raw-call.ts";

/** A sandbox, called as a shop module calls a gateway: JSON over HTTP with Basic authentication, without the SDK. */
export async function openModule() {
  const gateway = await openGateway();
  const call = rawCall(gateway.sandbox, { accept: "application/json" });
  return {
    ...gateway,
    get: (path: string) => call("GET", path),
    post: (path: string, body: object | string) => call("POST", path, body),
    put: (path: string, body: object) => call("PUT", path, body),
  };
}

export type Module = Awaited<ReturnType<typeof openModule>>;
