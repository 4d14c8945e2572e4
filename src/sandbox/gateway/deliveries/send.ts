import type { LookupFunction } from "node:net";
import { isLoopbackAddress } from "../../../runtime/loopback.ts";
import { isPrivateAddress } from "../../../runtime/private-address.ts";
import type { Gateway } from "../gateway.ts";
import { type Deliver, type DeliveryAnswer, headersOf, type NoResponse } from "../orders/order.ts";

class PrivateAddressError extends Error {}

/** Resolves a host and throws for a private address. Accepts loopback, because the developer's shop runs there. */
async function resolvePublic(host: string) {
  const { lookup } = process.getBuiltinModule("node:dns/promises");
  const found = await lookup(host, { all: true, order: "ipv4first" });
  const hidden = found.find(({ address }) => isPrivateAddress(address) && !isLoopbackAddress(address));
  if (hidden)
    throw new PrivateAddressError(
      `refused: ${hidden.address} is in a private network, and this local gateway has a publicUrl`,
    );
  return found;
}

/** Rejects if the host of a URL has a private address. Works only on Node. */
const refusePrivateAddress = async (url: string): Promise<void> => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (process.getBuiltinModule("node:net").isIP(host)) await resolvePublic(host);
};

const lookup: LookupFunction = (host, { all }, callback) => {
  const give = ([first, ...others]: Awaited<ReturnType<typeof resolvePublic>>): void => {
    if (all) callback(null, first ? [first, ...others] : []);
    else callback(null, first?.address ?? "", first?.family);
  };
  resolvePublic(host).then(give, (error) => callback(error, ""));
};

/** Returns headers with names such as `Content-Signature`, because a request has them in lower case. */
const onWire = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Array.from(headers, ([name, value]) => [
      name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      value,
    ]),
  );

/**
 * Posts only to checked addresses. `fetch` would resolve the name again after the check, and its owner could return
 * another address then (DNS rebinding). Works only on Node.
 */
const deliverToPublic: Deliver = async (request) => {
  const { signal, method, url, headers } = request;
  const body = new Uint8Array(await request.arrayBuffer());
  const { Readable } = process.getBuiltinModule("node:stream");
  const http = process.getBuiltinModule(url.startsWith("https:") ? "node:https" : "node:http");
  return new Promise((resolve, reject) => {
    const options = { method, headers: onWire(headers), lookup, signal, agent: false };
    const outgoing = http.request(url, options);
    const refuse = (status: number | undefined, connection: { destroy(): void }): void => {
      reject(new Error(`status ${status} is not a final status of HTTP`));
      connection.destroy();
    };
    outgoing
      .on("response", (incoming) => {
        const { statusCode: status = 0 } = incoming;
        // The constructor of Response throws for other statuses, and the error would end the process.
        if (status < 200 || status > 599) return refuse(status, outgoing);
        const hasBody = ![204, 205, 304].includes(status);
        if (!hasBody) incoming.destroy();
        resolve(new Response(hasBody ? Readable.toWeb(incoming) : null, { status }));
      })
      .on("upgrade", ({ statusCode }, socket) => refuse(statusCode, socket))
      .on("error", reject)
      .on("close", () => reject(new Error("the connection was closed without an answer")))
      .end(body);
  });
};

/** Timeout of a post in milliseconds. No source shows the gateway's timeout. */
const TIMEOUT = 30_000;

/** Maximum number of characters of a response. */
const MAX_ANSWER = 2000;

export const deliverOf = ({ deliver, store }: Gateway): Deliver =>
  deliver ?? (store.isPublic ? deliverToPublic : (request) => fetch(request));

/** Returns the headers of a post, with names in lower case as servers receive them. */
export const signedHeaders = async (
  { store, settings }: Gateway,
  body: string | Uint8Array,
): Promise<Record<string, string>> => {
  const signature = await store.key.sign(body);
  return Object.fromEntries(new Headers(headersOf(signature, settings.authorization)));
};

/** Rejects on the signal, because a `deliver` may ignore it. `ended` removes the listener, which would keep Deno running. */
const rejectOn = (signal: AbortSignal, ended: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: ended }),
  );

async function readStart({ body }: Response, maximum: number): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (reader && text.length < maximum) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  reader?.cancel().catch(() => undefined);
  return text.slice(0, maximum);
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

const textOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  // If a host has several addresses, Node's error has a code without a message.
  return cause instanceof Error ? `${message}: ${cause.message || codeOf(cause)}` : message;
};

/** Error codes of the runtimes, and texts of errors without a code. */
const REASONS: readonly (readonly [pattern: RegExp, reason: NoResponse])[] = [
  [/ENOTFOUND|EAI_AGAIN|dns error/i, "dns"],
  [/refused/i, "nothing_listens"],
  [/timed? ?out/i, "timeout"],
];

const reasonOf = (error: unknown): NoResponse => {
  if (error instanceof PrivateAddressError) return "private_address";
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  const name = error instanceof Error ? error.name : "";
  const text = `${name} ${codeOf(cause)} ${textOf(error)}`;
  return REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? "connection";
};

/** Posts to the merchant's server without storing the post. Never rejects. */
export async function postOnce(
  gateway: Gateway,
  url: string,
  headers: Promise<Record<string, string>>,
  body: string,
  maximum = MAX_ANSWER,
): Promise<DeliveryAnswer> {
  const at = gateway.clock.now().toISOString();
  const start = performance.now();
  const timed = () => ({ at, durationMs: Math.round((performance.now() - start) * 10) / 10 });
  const signal = AbortSignal.timeout(TIMEOUT);
  const ended = new AbortController();
  const exchange = async (): Promise<DeliveryAnswer> => {
    if (gateway.store.isPublic) await refusePrivateAddress(url);
    const request = new Request(url, {
      method: "POST",
      headers: await headers,
      body,
      redirect: "manual",
      signal,
    });
    const response = await deliverOf(gateway)(request);
    const text = await readStart(response, maximum);
    return { ...timed(), status: response.status, body: text };
  };
  try {
    return await Promise.race([exchange(), rejectOn(signal, ended.signal)]);
  } catch (error) {
    return { ...timed(), error: textOf(error), reason: reasonOf(error) };
  } finally {
    ended.abort();
  }
}
