import { readFileSync, rmSync, writeFileSync } from "node:fs";

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/**
 * Two imports at once with one journal would create duplicates. The lock of a process that no longer runs is
 * replaced.
 *
 * @returns a function that releases the lock.
 * @throws Error while another import holds it.
 */
export function lock(file: string): () => void {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch (error) {
    const pid = Number(readFileSync(file, "utf8"));
    if (isRunning(pid)) {
      throw new Error(`Process ${pid} holds the lock. If it is not an import, delete ${file}`, {
        cause: error,
      });
    }
    rmSync(file);
    writeFileSync(file, String(process.pid), { flag: "wx" });
  }
  return () => rmSync(file, { force: true });
}
