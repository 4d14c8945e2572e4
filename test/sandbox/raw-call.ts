import type { Sandbox } from "../../src/sandbox.ts";

/** Calls a sandbox's API without the client: sends exactly these values. */
export const rawCall =
  ({ clientOptions }: Sandbox, more: Readonly<Record<string, string>> = {}) =>
  async (method: string, path: string, body?: unknown) => {
    const { baseUrl, fetch, shopId, secretKey } = clientOptions;
    const authorization = `Basic ${btoa(`${shopId}:${secretKey}`)}`;
    const type = method === "GET" ? {} : { "content-type": "application/json" };
    const headers = { authorization, ...type, ...more };
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(baseUrl + path, { method, headers, body: text ?? null });
    const answer = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(answer) as unknown) : answer,
    };
  };

/** Posts a form of the pages that customers see. */
export const postForm = ({ clientOptions }: Sandbox, path: string, fields: Record<string, string>) =>
  clientOptions.fetch(clientOptions.checkoutUrl + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });

/** Pays on the page with a card that has a 3-D Secure challenge, which stays open. */
export const openChallenge = (sandbox: Sandbox, token: string) =>
  postForm(sandbox, `/v2/checkout?token=${token}`, {
    method: "credit_card",
    number: "4012000000001097",
    expiry: "12/49",
    cvc: "123",
    holder: "KIM MULLER",
  });
