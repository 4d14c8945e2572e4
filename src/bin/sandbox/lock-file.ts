import { readFileSync, rmSync, writeFileSync } from "node:fs";

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs as another user.
    return hasCode(error, "EPERM");
  }
};

/**
 * The process that holds a lock; undefined when it ended without releasing it. In a container, the process before a restart
 * may have had the same number as this one.
 */
function holderOf(lock: string): number | undefined {
  const pid = Number(readFileSync(lock, "utf8"));
  return Number.isSafeInteger(pid) && pid > 0 && pid !== process.pid && isRunning(pid) ? pid : undefined;
}

const create = (lock: string): void => writeFileSync(lock, String(process.pid), { flag: "wx", mode: 0o600 });

/**
 * Locks a file for this process, until it exits. The lock of a process that no longer runs is taken over.
 *
 * @throws Error that names the file and the process that uses it.
 */
export function lockFile(file: string): void {
  const lock = `${file}.lock`;
  try {
    create(lock);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    const pid = holderOf(lock);
    if (pid !== undefined) {
      throw new Error(
        `${file} is in use by process ${pid}; end that one, or choose another file. If that is not a sandbox, delete ${lock}`,
      );
    }
    rmSync(lock);
    create(lock);
  }
  process.once("exit", () => rmSync(lock, { force: true }));
}
