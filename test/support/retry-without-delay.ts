import { beforeEach, vi } from "vitest";

/** Retries in this file wait no time: the delay is random, up to a limit. */
export function retryWithoutDelay(): void {
  beforeEach(() => {
    vi.spyOn(Math, "random").mockReturnValue(0);
  });
}
