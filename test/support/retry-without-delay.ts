import { afterEach, beforeEach, vi } from "vitest";

/** Retries in this file wait no time: the delay is random, up to a limit. Ends all mocks after each test. */
export function retryWithoutDelay(): void {
  beforeEach(() => {
    vi.spyOn(Math, "random").mockReturnValue(0);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}
