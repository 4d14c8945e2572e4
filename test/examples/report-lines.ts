import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

/** A test that has ended. */
export interface Reported {
  readonly file: string;
  readonly name: string;
  /** Undefined if it passed. */
  readonly error?: string | undefined;
}

/** A reporter for `node --test`: a line of JSON for each test that has ended. */
export default async function* reportLines(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type === "test:stdout" || event.type === "test:stderr") yield event.data.message;
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    if (event.data.details.type === "suite") continue;
    const { name, file = "" } = event.data;
    const error = event.type === "test:fail" ? { error: inspect(event.data.details.error.cause) } : {};
    yield `${JSON.stringify({ reported: { file, name, ...error } })}\n`;
  }
}
