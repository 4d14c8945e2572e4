import { readdir, readFile } from "node:fs/promises";

interface Used {
  readonly parent: number;
  /** Milliseconds, of the process itself and of its children that have ended. */
  readonly time: number;
}

const TICK = 10;

async function readUsed(pid: string): Promise<Used> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name, in brackets, can contain anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), time: ticks * TICK };
}

/** The CPU time of processes and their children so far, in milliseconds. Linux only; elsewhere 0. */
export async function cpuTime(pids: readonly number[]): Promise<number> {
  const all = await readdir("/proc").catch(() => []);
  const used = await Promise.all(
    all
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => ({ pid: Number(pid), ...(await readUsed(pid)) })),
  );
  return used
    .filter(({ pid, parent }) => pids.includes(pid) || pids.includes(parent))
    .reduce((sum, { time }) => sum + time, 0);
}
