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
    let hasChanged = false;
    let wake = (): void => undefined;
    const ends = sources.map((changes) =>
      changes.subscribe(() => {
        hasChanged = true;
        wake();
      }),
    );
    stream.onAbort(() => {
      for (const end of ends) end();
      wake();
    });
    // Some proxies buffer a response until its first bytes.
    await stream.write(": live\n\n");
    while (!stream.aborted) {
      if (hasChanged) {
        hasChanged = false;
        await stream.writeSSE({ data: "changed" });
        await stream.sleep(PAUSE);
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  });
};
