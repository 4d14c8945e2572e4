import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { BIN } from "./start.ts";

/** A terminal with the colours that its environment allows: what a pipe lacks. */
const TERMINAL = `import { WriteStream } from "node:tty";
const { hasColors, getColorDepth } = WriteStream.prototype;
Object.assign(process.stdout, { isTTY: true, hasColors, getColorDepth });`;

const check = (isTerminal: boolean, more: NodeJS.ProcessEnv = {}) => {
  const preload = isTerminal ? ["--import", `data:text/javascript,${encodeURIComponent(TERMINAL)}`] : [];
  // Node takes the terminal of an unknown CI for one without colours.
  const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...environment } = process.env;
  const env = { ...environment, TERM: "xterm-256color", ...more };
  return text(spawn(process.execPath, [...preload, BIN, "check"], { env }).stdout);
};

test("check has colours on a terminal, none in a pipe or with NO_COLOR, and counts in its last line", async () => {
  const start = "\u001b[";
  const [shown, piped, plain] = await Promise.all([
    check(true),
    check(false),
    check(true, { NO_COLOR: "1" }),
  ]);
  expect(shown).toContain(`${start}31mFAILED${start}39m  PAYMENTS_SHOP_ID`);
  expect(piped).not.toContain(start);
  expect(plain).toBe(piped);
  expect(piped.trimEnd().split("\n").at(-1)).toMatch(/^Not ready: \d+ failed, \d+ notes?, \d+ ok$/);
  // Several variables are missing.
  expect(piped.split("check --env .env`.")).toHaveLength(2);
});
