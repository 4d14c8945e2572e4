import type { Gateway } from "../gateway.ts";
import { type Deliver, type DeliveryAnswer, headersOf, type NoResponse } from "../orders/order.ts";
import { deliverToPublic, PrivateAddressError, refusePrivateAddress } from "./to-public.ts";

/** Timeout of a post in milliseconds. */
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
