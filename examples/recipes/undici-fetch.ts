import type { Fetch } from "payments-client";
import { type Dispatcher, fetch } from "undici";

/**
 * undici's own `fetch` with a dispatcher: proxies, certificates and connection limits are set there. Its types and
 * those of Node differ in details, so each field is passed on by name. `keepalive`, and a body that is a Blob, keep Bun and Deno
 * from sending a `POST` again.
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
