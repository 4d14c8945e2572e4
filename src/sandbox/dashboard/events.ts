import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { Journal } from "../gateway/journal.ts";

/** Milliseconds between two events: at most five a second. */
const PAUSE = 200;

/** Server-sent events that say that something changed. It subscribes only while a browser is connected. */
export const streamChanges = (context: Context, journal: Journal): Response => {
  // A response without a body is never cancelled.
  if (context.req.raw.method === "HEAD") return context.body(null);
  return streamSSE(context, async (stream) => {
    let change = Promise.withResolvers<void>();
    const end = journal.subscribe(() => change.resolve());
    stream.onAbort(() => {
      end();
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
