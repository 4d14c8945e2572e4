const MINUTE = 60_000;

/** Text of the gateway can contain control characters, which a terminal would run. */
export const printable = (text: string): string => text.replace(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu, "?");

/** A line of a list. A customer can choose a tracking id with line breaks, and so write lines of their own. */
export const oneLine = (text: string): string => printable(text).replaceAll("\n", "?");

/** What was printed in the last minute, with the number and the newest of the messages that were not. */
const recent = new Map<string, { more: number; newest: string }>();

/** Prints what can happen thousands of times: the first message, then one line a minute with the number of the others. */
export function logOften(what: string, message: string): void {
  const before = recent.get(what);
  if (before) return void recent.set(what, { more: before.more + 1, newest: message });
  console.error(`${what}: ${message}`);
  recent.set(what, { more: 0, newest: "" });
  const timer = setInterval(() => {
    const { more = 0, newest = "" } = recent.get(what) ?? {};
    recent.set(what, { more: 0, newest: "" });
    if (more > 0) return console.error(`${what}, ${more} more in a minute, the newest: ${newest}`);
    recent.delete(what);
    clearInterval(timer);
  }, MINUTE);
  timer.unref();
}
