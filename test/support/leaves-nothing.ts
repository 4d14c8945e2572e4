/** Fails a file that leaves something changed, because the files of a worker share its process. */
import { afterAll, expect, vi } from "vitest";

/** What tests stub that this runtime does not have. */
const OF_OTHERS = ["window", "document", "Deno", "Bun", "WorkerNavigator"];

const CONSOLE = ["debug", "error", "info", "log", "warn"] as const;

const globals = new Map(
  Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(
    ([name, { value }]) => value !== undefined && !name.startsWith("__"),
  ),
);
const environment = { ...process.env };
const folder = process.cwd();

afterAll(() => {
  const changed = [...globals].filter(
    ([name, { value }]) => !Object.is(Object.getOwnPropertyDescriptor(globalThis, name)?.value, value),
  );
  expect({
    environment: { ...process.env },
    folder: process.cwd(),
    globals: changed.map(([name]) => name),
    stubbed: OF_OTHERS.filter((name) => Object.hasOwn(globalThis, name)),
    silenced: CONSOLE.filter((name) => vi.isMockFunction(console[name])),
    isClockFake: vi.isFakeTimers(),
    polluted: Object.keys(Object.prototype),
  }).toStrictEqual({
    environment,
    folder,
    globals: [],
    stubbed: [],
    silenced: [],
    isClockFake: false,
    polluted: [],
  });
});
