import type { Fetch } from "payments-client";
import { type Dispatcher, fetch } from "undici";

/**
 * undici's `fetch` with a dispatcher, which has proxies, certificates and limits. Fields
 * are passed by name, because its types differ from those of Node. `keepalive`, and a
 * body that is a Blob, keep Bun and Deno from sending a `POST` again.
 */
export const fetchThrough =
  (dispatcher: Dispatcher): Fetch =>
  (url, { method = "GET", headers, body, signal = null, keepalive }) =>
    fetch(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: typeof body === "string" || body instanceof Blob ? body : null,
      signal,
      redirect: "manual",
      ...(keepalive === undefined ? {} : { keepalive }),
      dispatcher,
    });
