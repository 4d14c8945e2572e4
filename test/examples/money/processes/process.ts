import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { vi } from "vitest";
import { freePort } from "../../../support/free-port.ts";
import { listen } from "../../../support/listen.ts";
import type { FaultyGateway } from "../faulty-gateway.ts";
import type { Life } from "../life.ts";

/** How long the gateway takes for each charge and refund: longer than it refuses an equal one. */
const LONG = 31_000;

/** For how long a call may be under way, in milliseconds: on a busy machine the clock runs far while one is. */
const PAYMENTS_UNDER_WAY = "500000";

const EXAMPLES = join(import.meta.dirname, "../../../../examples");

export const SCRIPT_ENVIRONMENT = {
  // The Python for which Debian installs packages comes first.
  PATH: `/usr/bin:${process.env["PATH"]}`,
  PYTHONDONTWRITEBYTECODE: "1",
};

export interface Language {
  /** The ending of its files. */
  readonly ending: string;
  readonly run: (file: string) => readonly string[];
  /** The command of a server. */
  readonly serve: (file: string, url: URL) => readonly string[];
  /** Prepares a script of the examples, so that its commits are steps. */
  readonly prepare: (script: string, folder: string) => Promise<string>;
}

export const PHP: Language = {
  ending: "php",
  run: (file) => ["php", file],
  serve: (file, { host }) => ["php", "-S", host, file],
  async prepare(script, folder) {
    const steps = `<?php require_once '${join(import.meta.dirname, "steps.php")}';`;
    for (const path of ["other-languages/notify.php", "other-languages/send_once.php", script]) {
      const source = await readFile(join(EXAMPLES, path), "utf8");
      const played = source
        .replace("<?php", steps)
        .replaceAll("new PDO(", "new PlayedPdo(")
        .replaceAll(/\btime\(\)/g, "player_time()");
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), played);
    }
    return join(folder, script);
  },
};

export const PYTHON: Language = {
  ending: "py",
  run: (file) => ["python3", file],
  serve: (file, { port }) => ["python3", file, port],
  prepare: async (script) => join(EXAMPLES, script),
};

/** As the starter names it. */
const DATABASE = "shop.db";

/** Posts a notification to the shop at an address. */
export const notify = async (url: string, request: Request): Promise<Response> =>
  fetch(`${url}/notify`, { method: "POST", headers: request.headers, body: await request.text() });

/** Where the processes of a shop run: what is started there, ends there. */
export class Host {
  readonly #gateway: FaultyGateway;
  /** Where the shop's own processes make the database. */
  readonly folder: string;
  readonly #environment: Record<string, string>;
  readonly #ends: (() => PromiseLike<unknown>)[] = [];
  /** The last call of each process that does the same as the others at once: none, `GET`, or `POST`, which moves money. */
  readonly #atOnce = new Map<Life, string>();

  private constructor(gateway: FaultyGateway, folder: string, environment: Record<string, string>) {
    this.#gateway = gateway;
    this.folder = folder;
    this.#environment = environment;
  }

  static async open(gateway: FaultyGateway): Promise<Host> {
    const folder = await mkdtemp(join(tmpdir(), "money-"));
    return new Host(gateway, folder, {
      ...(await gateway.environment()),
      DATABASE: join(folder, DATABASE),
      PAYMENTS_UNDER_WAY,
      TEST_ROUTES: "1",
      ...SCRIPT_ENVIRONMENT,
      PYTHONPATH: import.meta.dirname,
    });
  }

  /**
   * The address that a process calls. A step of its life comes after each commit and each call: nothing that lasts happens
   * between one and the next.
   */
  async #connect(life: Life): Promise<string> {
    const server = createServer(async (request, response) => {
      const { method = "GET", url = "", headers } = request;
      try {
        life.check();
        if (url === "/now") return void response.end(String(Date.now() / 1000));
        if (url !== "/step") {
          const body = method === "POST" ? await buffer(request) : null;
          await this.#meet(life, method);
          const { authorization = "", requestid = "", "content-type": type } = headers;
          const sent = { authorization, requestid: String(requestid), ...(type && { "content-type": type }) };
          const answer = await this.#gateway.fetch(`http://127.0.0.1${url}`, { method, headers: sent, body });
          response.writeHead(answer.status).write(await answer.text());
        }
        life.step();
        return void response.end();
      } catch {
        return void response.destroy(); // the process was killed, or the answer is lost
      }
    });
    const { url, [Symbol.asyncDispose]: close } = await listen(server);
    this.#ends.push(close);
    return url;
  }

  /** Who would move money waits until the others would, too, or are done. */
  async #meet(life: Life, method: string): Promise<void> {
    if (this.#atOnce.has(life)) this.#atOnce.set(life, method);
    if (method !== "POST") return;
    while (this.#atOnce.has(life) && [...this.#atOnce.values()].some((last) => last !== "POST"))
      await sleep(1);
    vi.setSystemTime(Date.now() + LONG);
  }

  /** Does what other processes do at the same time. */
  async atOnce(life: Life, work: () => Promise<unknown>): Promise<void> {
    this.#atOnce.set(life, "");
    await work().finally(() => this.#atOnce.delete(life));
  }

  /** @returns when it ends. */
  async #spawn(life: Life, [command = "", ...parameters]: readonly string[], own: Record<string, string>) {
    const url = await this.#connect(life);
    const urls = { PLAYER: url, PAYMENTS_CHECKOUT_URL: url, PAYMENTS_GATEWAY_URL: url };
    life.check();
    const child = spawn(command, parameters, {
      env: { ...this.#environment, ...urls, ...own },
      stdio: "ignore",
    });
    const exit = once(child, "exit");
    life.onEnd(() => child.kill("SIGKILL"));
    this.#ends.push(() => {
      child.kill("SIGKILL");
      return exit;
    });
    await once(child, "spawn");
    return { exit };
  }

  /** @returns the address of a server that accepts requests. */
  async serve(life: Life, commandOf: (url: URL) => readonly string[]): Promise<string> {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { exit } = await this.#spawn(life, commandOf(new URL(url)), { SHOP_URL: url });
    let hasEnded = false;
    void exit.then(() => {
      hasEnded = true;
    });
    // It may be killed before it listens.
    while (!life.isOver && !(await fetch(`${url}/test`).catch(() => undefined))) {
      if (hasEnded && !life.isOver) throw new Error("The server ended before it listened");
      await sleep(10);
    }
    return url;
  }

  /** Reads the shop's database. */
  query(sql: string, ...values: string[]): Record<string, unknown>[] {
    using db = new DatabaseSync(join(this.folder, DATABASE), { readOnly: true, timeout: 5000 });
    return db.prepare(sql).all(...values);
  }

  async close(): Promise<void> {
    for (const end of this.#ends.toReversed()) await end();
    await rm(this.folder, { recursive: true });
  }
}
