/** Ends what a test replaced, because the files of a worker share its process. */
import { afterEach, vi } from "vitest";

afterEach(({ task }) => {
  // What tests of one file replace side by side, the file ends itself.
  if (task.concurrent) return;
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
