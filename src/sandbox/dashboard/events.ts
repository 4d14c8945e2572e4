import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { Changes } from "../gateway/changes.ts";

/** Milliseconds between two events: at most five a second. */
const PAUSE = 200;

/** Server-sent events that say that something changed. It subscribes only while a browser is connected. */
export const streamChanges = (context: Context, ...sources: Changes[]): Response => {
  // A response without a body is never cancelled.
  if (context.req.raw.method === "HEAD") return context.body(null);
  return streamSSE(context, async (stream) => {
    let change = Promise.withResolvers<void>();
    const ends = sources.map((changes) => changes.subscribe(() => change.resolve()));
    stream.onAbort(() => {
      for (const end of ends) end();
      change.resolve();
    });
    // Some proxies buffer a response until its first bytes.
    await stream.write(": live\n\n");
    while (!stream.aborted) {
      await change.promise;
      change = Promise.withResolvers();
      await stream.writeSSE({ data: "changed" });
      await stream.sleep(PAUSE);
    }
  });
};
