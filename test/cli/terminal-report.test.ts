import { afterEach, expect, test, vi } from "vitest";
import { showProgress, terminalReport } from "../../src/cli/check-shop/terminal-report.ts";

const { stdout, stderr } = process;
const before = { out: stdout.isTTY, columns: stdout.columns, err: stderr.isTTY, width: stderr.columns };

afterEach(() => {
  Object.assign(stdout, { isTTY: before.out, columns: before.columns });
  Object.assign(stderr, { isTTY: before.err, columns: before.width });
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const REPORT = `FAILED  A paid order is fulfilled in the end.
   1. order 1001 placed for €129.00
   2. the notification of the payment was lost
 again: story "order, pay, deliver, repeat, repeat"`;

test("a report is as wide as the terminal, and a story to copy stays in one row", () => {
  Object.assign(stdout, { isTTY: true, columns: 30, hasColors: () => false });
  expect(terminalReport(REPORT)).toBe(`FAILED  A paid order is
        fulfilled in the end.
   1. order 1001 placed for
      €129.00
   2. the notification of the
      payment was lost
 again: story "order, pay, deliver, repeat, repeat"`);
});

test("a report for a file stays as it is", () => {
  Object.assign(stdout, { isTTY: false });
  expect(terminalReport(REPORT)).toBe(REPORT);
});

test("a terminal shows one line of progress, which is removed in the end", () => {
  vi.useFakeTimers();
  Object.assign(stderr, { isTTY: true, columns: 60 });
  const written: string[] = [];
  vi.spyOn(stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const { update, remove } = showProgress();
  update({ stories: 34, orders: 23, timeLeft: 4000, broken: 1 });
  vi.advanceTimersByTime(1000);
  remove();
  const line = "stories: 34, orders: 23, seconds left: 3, laws broken: 1";
  expect(written.at(-2)).toBe(`\r\u001b[K${line}`);
  expect(written.at(-1)).toBe("\r\u001b[K");
});
