import type { Context } from "hono";
import type { Changes } from "../gateway/changes.ts";

/** Milliseconds between two events: at most five a second. */
const PAUSE = 200;

const encoder = new TextEncoder();

/** Server-sent events that say that something changed. It subscribes only while a browser is connected. */
export const streamChanges = (context: Context, ...sources: Changes[]): Response => {
  // A response without a body is never cancelled.
  if (context.req.raw.method === "HEAD") return context.body(null);
  let change = Promise.withResolvers<void>();
  const ends = sources.map((changes) => changes.subscribe(() => change.resolve()));
  const events = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (stream) => {
      // Some proxies buffer a response until its first bytes.
      stream.enqueue(encoder.encode(": live\n\n"));
    },
    pull: async (stream) => {
      await change.promise;
      change = Promise.withResolvers();
      stream.enqueue(encoder.encode("data: changed\n\n"));
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    },
    cancel: () => {
      for (const end of ends) end();
    },
  });
  return context.body(events, 200, { "content-type": "text/event-stream" });
};
