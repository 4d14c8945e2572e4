import { setTimeout as wait } from "node:timers/promises";
import { PaymentsClient } from "payments-client";
import { Sandbox, type SandboxServer } from "payments-client/sandbox";
import { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import { freePort } from "../local/free-port.ts";
import { Postgres } from "../local/postgres.ts";
import { type Environment, Program, runProgram } from "../local/processes.ts";
import { openBoss } from "../src/queues.ts";
import { findCommand } from "../src/staff.ts";
import { NetworkProxy } from "./network-proxy.ts";
import { seeded } from "./seeded.ts";

/** Sends a notification; by default to a random app process, as a load balancer would. */
export type Deliver = (request: Request, post: (request: Request) => Promise<Response>) => Promise<Response>;

interface ClusterOptions {
  readonly apps: number;
  readonly workers: number;
  /** What happens to notifications on their way. Default: they arrive. */
  readonly deliver?: Deliver;
  /** A number from 0 to 1. Default: seeded. */
  readonly random?: () => number;
  /** Speed of the sandbox relative to the gateway. */
  readonly speed?: number;
  /** The key that signs notifications, as PEM. Default: the sandbox's key. */
  readonly publicKey?: string;
  /** Node flags of each process. */
  readonly flags?: readonly string[];
  /** More variables for each process. */
  readonly env?: Environment;
  /** Whether the networks can't be cut: for measurements. */
  readonly isDirect?: boolean;
  /** How much later the gateway's responses come, in milliseconds. */
  readonly latency?: number;
  /** Whether each commit waits for the disk: for measurements. */
  readonly fsync?: boolean;
}

const MAINS = {
  app: { main: "app", ready: "The app listens" },
  worker: { main: "worker", ready: "The worker waits" },
};

export type Role = keyof typeof MAINS;

/** Several app processes, workers, a PostgreSQL, a gateway, and a load balancer. */
export class Cluster implements AsyncDisposable {
  readonly programs: { readonly role: Role; readonly env: Environment; program: Program }[] = [];

  readonly postgres: Postgres;
  /** Between the programs and PostgreSQL. */
  readonly network: NetworkProxy;
  readonly sandbox: Sandbox;
  /** The variables of the shop's `.env`. */
  readonly env: Environment;
  /** A client of the gateway for the test. */
  readonly payments: PaymentsClient;
  /** Between the programs and the gateway. */
  readonly gatewayNetwork: NetworkProxy;
  readonly #gateway: SandboxServer;
  readonly #pool: Pool;
  #boss: Promise<PgBoss> | undefined;
  readonly #options: ClusterOptions;
  readonly #random: () => number;

  private constructor(
    postgres: Postgres,
    network: NetworkProxy,
    gatewayNetwork: NetworkProxy,
    sandbox: Sandbox,
    gateway: SandboxServer,
    publicKey: string,
    options: ClusterOptions,
  ) {
    const { shopId, secretKey, baseUrl, checkoutUrl, gatewayUrl } = gateway.clientOptions;
    this.postgres = postgres;
    this.network = network;
    this.gatewayNetwork = gatewayNetwork;
    this.sandbox = sandbox;
    this.#gateway = gateway;
    this.#options = options;
    this.#random = options.random ?? seeded(1);
    const { isDirect, latency = 0 } = options;
    gatewayNetwork.delay(latency);
    const through = (proxy: NetworkProxy, url: string): string =>
      isDirect && !(proxy === gatewayNetwork && latency > 0) ? url : proxy.redirect(url);
    this.env = {
      DATABASE_URL: through(network, postgres.url),
      PAYMENTS_SHOP_ID: shopId,
      PAYMENTS_SECRET_KEY: secretKey,
      PAYMENTS_BASE_URL: through(gatewayNetwork, baseUrl),
      PAYMENTS_CHECKOUT_URL: through(gatewayNetwork, checkoutUrl),
      PAYMENTS_GATEWAY_URL: through(gatewayNetwork, gatewayUrl),
      PAYMENTS_PUBLIC_KEY: publicKey,
      PUBLIC_URL: "http://load-balancer.example",
      TEST_MODE: "true",
      DRAIN_MS: "100",
      ...options.env,
    };
    this.payments = new PaymentsClient(gateway.clientOptions);
    this.#pool = new Pool({ connectionString: postgres.url });
    this.#pool.on("error", () => undefined);
  }

  static async start(options: ClusterOptions): Promise<Cluster> {
    const { deliver = (request, post) => post(request), speed = 1 } = options;
    let cluster: Cluster | undefined;
    const post = async (request: Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url);
      return fetch(new Request(`${cluster?.address() ?? "http://127.0.0.1:9"}${pathname}${search}`, request));
    };
    const sandbox = new Sandbox({ speed, deliver: (request) => deliver(request, post) });
    const [postgres, gateway] = await Promise.all([Postgres.start(options.fsync), sandbox.listen()]);
    const network = await NetworkProxy.start(postgres.url);
    const gatewayNetwork = await NetworkProxy.start(gateway.url);
    cluster = new Cluster(
      postgres,
      network,
      gatewayNetwork,
      sandbox,
      gateway,
      options.publicKey ?? (await sandbox.publicKey()),
      options,
    );
    await cluster.migrate();
    await Promise.all([
      ...Array.from({ length: options.apps }, () => cluster.add("app")),
      ...Array.from({ length: options.workers }, () => cluster.add("worker")),
    ]);
    return cluster;
  }

  async migrate(): Promise<void> {
    const { code, output } = await runProgram("migrate", this.env);
    if (code !== 0) throw new Error(output);
  }

  /** Starts one more process, and waits until it is ready. */
  async add(
    role: Role,
    { env: own, flags }: { env?: Environment; flags?: readonly string[] } = {},
  ): Promise<void> {
    const env = { ...this.env, ...own, PORT: String(await freePort()) };
    const program = this.#launch(role, env, flags);
    this.programs.push({ role, env, program });
    await program.printed(MAINS[role].ready);
  }

  #launch(role: Role, env: Environment, flags = this.#options.flags): Program {
    return new Program(MAINS[role].main, env, [], flags);
  }

  /** Restarts a process that has ended, repeatedly while the database is down, as a supervisor would. */
  async revive(index: number): Promise<void> {
    const entry = this.programs[index];
    for (let attempt = 1; entry?.program.isGone; attempt += 1) {
      entry.program = this.#launch(entry.role, entry.env);
      const failed = await entry.program.printed(MAINS[entry.role].ready).then(() => undefined, String);
      if (failed !== undefined && attempt === 50) throw new Error(failed);
      await wait(100);
    }
  }

  /** Ends the processes of a role gracefully, and starts them again. */
  async restart(role: Role): Promise<void> {
    for (const [index, entry] of this.programs.entries()) {
      if (entry.role !== role) continue;
      await entry.program.end("SIGTERM");
      await this.revive(index);
    }
  }

  /** URLs of the processes of a role. */
  addresses(of: Role = "app"): string[] {
    return this.programs.flatMap(({ role, env }) => (role === of ? `http://127.0.0.1:${env["PORT"]}` : []));
  }

  /** URL of a random app process, which may be down. */
  address(): string {
    const addresses = this.addresses();
    return addresses[Math.floor(this.#random() * addresses.length)] ?? "http://127.0.0.1:9";
  }

  async query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>(sql, values)).rows;
  }

  /** Lets everything that is scheduled become due: the checks of open tokens, and the jobs of this minute. */
  async passTime(): Promise<void> {
    await this.query("UPDATE checkouts SET next_check_at = now() WHERE token IS NOT NULL");
    await this.passMinute();
  }

  /** Lets the scheduled jobs of this minute be due once more. */
  async passMinute(): Promise<void> {
    await this.query("DELETE FROM pgboss.job WHERE name = '__pgboss__send-it' AND state = 'completed'");
  }

  /** The job of a worker that was killed runs again after 3 seconds, instead of 15, and any job a few seconds after it failed. */
  async expireJobsSoon(): Promise<void> {
    await this.query(
      "UPDATE pgboss.queue SET expire_seconds = 3, retry_delay = 1, retry_delay_max = 3 WHERE name IN ('payments', 'fulfilment', 'refunds')",
    );
  }

  /** What `npm run admin` prints, without its process. */
  async admin(name?: string, ...args: string[]): Promise<string> {
    this.#boss ??= openBoss(this.#pool, {});
    const [boss, publicUrl] = [await this.#boss, this.env["PUBLIC_URL"] ?? ""];
    const shop = { boss, pool: this.#pool, payments: this.payments, publicUrl, isTestMode: true };
    return findCommand(name)(shop, args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.programs.map(({ program }) => program.end()));
    await this.#gateway.close();
    await (await this.#boss)?.stop();
    await this.#pool.end();
    this.network.close();
    this.gatewayNetwork.close();
    await this.postgres.stop();
  }
}
