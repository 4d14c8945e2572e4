import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { Changes } from "../gateway/changes.ts";

/** A browser is told at most five times a second, however much happens. */
const PAUSE = 200;

/** Server-sent events that say that something changed. Listens only as long as somebody looks. */
export const streamChanges = (context: Context, ...sources: Changes[]): Response => {
  // An answer without a body is never cancelled.
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
    // What a proxy holds back until there is something reaches the browser with this comment.
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
