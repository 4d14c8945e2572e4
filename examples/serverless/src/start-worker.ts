import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";

/** The path of the workerd binary. The package has no types. */
const { default: workerd }: { default: string } = createRequire(import.meta.url)("workerd");

/** A worker that runs on this machine. */
export interface RunningWorker {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts workerd with the bundled worker. It reports its port on a control pipe. */
export async function startWorker(settings: Record<string, string>): Promise<RunningWorker> {
  const child = spawn(workerd, ["serve", "workerd.capnp", "--control-fd=3"], {
    cwd: join(import.meta.dirname, ".."),
    env: settings,
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const control = child.stdio[3];
  if (!control || !("setEncoding" in control)) throw new Error("workerd has no control pipe");
  const [line] = await Promise.race([
    once(control, "data"),
    once(child, "close").then(([code]) => Promise.reject(new Error(`workerd ended with ${code}`))),
  ]);
  const { port } = JSON.parse(String(line));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, "close");
    },
  };
}
