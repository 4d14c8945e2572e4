import type { LoggedCall } from "../../gateway/calls.ts";

const JSON_TYPE = "application/json";

const sizeOf = (text: string): number => new TextEncoder().encode(text).byteLength;

const toEntry = (
  { at, durationMs, method, path, bodyText, status, answerText }: LoggedCall,
  origin: string,
) => {
  const { href, searchParams } = new URL(path, origin);
  // Headers are not kept: that of the credentials is one of them.
  const common = { httpVersion: "HTTP/1.1", cookies: [], headers: [], headersSize: -1 };
  return {
    startedDateTime: at,
    time: durationMs,
    request: {
      ...common,
      method,
      url: href,
      queryString: Array.from(searchParams, ([name, value]) => ({ name, value })),
      bodySize: sizeOf(bodyText),
      ...(bodyText !== "" && { postData: { mimeType: JSON_TYPE, text: bodyText } }),
    },
    response: {
      ...common,
      status,
      statusText: "",
      content: { size: sizeOf(answerText), mimeType: JSON_TYPE, text: answerText },
      redirectURL: "",
      bodySize: sizeOf(answerText),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
};

/** API calls as an HTTP archive (HAR 1.2), which browsers and other tools open. */
export const toHar = (calls: readonly LoggedCall[], origin: string) => ({
  log: {
    version: "1.2",
    creator: { name: "payments-client sandbox", version: "1" },
    entries: calls.map((call) => toEntry(call, origin)),
  },
});
