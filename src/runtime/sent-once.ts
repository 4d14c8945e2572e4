/**
 * What keeps a runtime from sending a request again by itself. Deno, and Bun before 1.4, do so if a connection that served
 * an earlier request closes before the response, even though the gateway may have processed the request. With
 * `keepalive: false`, Bun opens a connection of its own; Deno never repeats a body that it reads as a stream, such as a Blob.
 */
export const sentOnce = (body: string | null): RequestInit => ({
  keepalive: false,
  body: "Deno" in globalThis ? new Blob([body ?? ""]) : body,
});
