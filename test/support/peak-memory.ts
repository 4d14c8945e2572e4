import { existsSync, readFileSync } from "node:fs";

const STATUS = "/proc/self/status";

/** The peak memory of this process in bytes. On Linux, `maxRSS` begins at that of the process that started it. */
export function peakMemory(): number {
  const [, kilobytes] = (existsSync(STATUS) && /VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, "utf8"))) || [];
  return Number(kilobytes ?? process.resourceUsage().maxRSS) * 1024;
}
