import { setTimeout as wait } from "node:timers/promises";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { Pool } from "pg";
import { openBoss } from "../../../examples/scale-out/src/queues.ts";
import { findCommand } from "../../../examples/scale-out/src/staff.ts";
import { freePort } from "../../support/free-port.ts";
import { NetworkProxy } from "./network-proxy.ts";
import { Postgres } from "./postgres.ts";
import { type Environment, gatewaySettings, Program, runProgram } from "./processes.ts";
import { seeded } from "./seeded.ts";

/** Sends a notification, by default to a random app process, as a load balancer would. */
export type Deliver = (request: Request, post: (request: Request) => Promise<Response>) => Promise<Response>;

export const vanish: Deliver = async () => new Response(null, { status: 502 });

interface ClusterOptions {
  readonly apps: number;
  readonly workers: number;
  /** What happens to notifications on their way. Default: they arrive. */
  readonly deliver?: Deliver;
  /** Speed of the sandbox relative to the gateway. */
  readonly speed?: number;
  /** Node flags of each process. */
  readonly flags?: readonly string[];
  /** More variables for each process. */
  readonly env?: Environment;
}

/** What a program prints when it is ready. */
const READY = { app: "The app listens", worker: "The worker waits" };

export type Role = keyof typeof READY;

interface Entry {
  readonly role: Role;
  env: Environment;
  readonly flags: readonly string[];
  program: Program;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts several app processes, workers, a PostgreSQL and a gateway. */
export async function startCluster(options: ClusterOptions) {
  const { deliver = (request, post) => post(request), speed = 1, flags = [] } = options;
  const programs: Entry[] = [];
  const random = seeded(1);
  const addresses = (of: Role = "app"): string[] =>
    programs.flatMap(({ role, env }) => (role === of ? `http://127.0.0.1:${env["PORT"]}` : []));
  const address = (): string => {
    const all = addresses();
    return all[Math.floor(random() * all.length)] ?? "http://127.0.0.1:9";
  };
  const post = async (request: Request): Promise<Response> =>
    fetch(new Request(address() + new URL(request.url).pathname, request));
  const sandbox = new Sandbox({ speed, deliver: (request) => deliver(request, post) });
  const [postgres, gateway] = await Promise.all([Postgres.start(), sandbox.listen()]);
  const network = await NetworkProxy.start(postgres.url);
  const gatewayNetwork = await NetworkProxy.start(gateway.url);
  const env: Environment = {
    DATABASE_URL: network.redirect(postgres.url),
    ...(await gatewaySettings(sandbox, gatewayNetwork.redirect(gateway.url))),
    PUBLIC_URL: "http://load-balancer.example",
    DRAIN_MS: "100",
    ...options.env,
  };
  const payments = new PaymentsClient(sandbox.clientOptions);
  const pool = new Pool({ connectionString: postgres.url });
  pool.on("error", () => undefined);

  const migrate = async (): Promise<void> => {
    const { code, output } = await runProgram("migrate", env);
    // A machine can be so busy that the database does not answer in three seconds.
    if (output.includes("ERR_NO_ANSWER")) return migrate();
    if (code !== 0) throw new Error(output);
  };
  /** Waits until a process is ready. If it ended, as while the database is down, it starts again, as under a supervisor. */
  const revive = async (entry: Entry): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      if (entry.program.isGone) entry.program = new Program(entry.role, entry.env, [], entry.flags);
      const failed = await entry.program.printed(READY[entry.role]).then(() => undefined, String);
      if (failed === undefined) return;
      if (attempt === 50) throw new Error(failed);
      await wait(100);
    }
  };
  /** Starts one more process. */
  const add = async (role: Role, own = flags): Promise<void> => {
    const all = { ...env, PORT: String(await freePort()) };
    const entry = { role, env: all, flags: own, program: new Program(role, all, [], own) };
    programs.push(entry);
    await revive(entry);
  };
  /** The first process of a role. */
  const one = (of: Role): Entry => {
    const entry = programs.find(({ role }) => role === of);
    if (!entry) throw new Error(`There is no ${of}`);
    return entry;
  };
  const query = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(sql, values)).rows;

  await migrate();
  const boss = await openBoss(pool);
  /** Begins the scheduled jobs, as each minute does. */
  const passMinute = async (): Promise<void> => {
    for (const { name, options } of await boss.getSchedules()) await boss.send(name, null, options);
  };
  const roles = [Array<Role>(options.apps).fill("app"), Array<Role>(options.workers).fill("worker")];
  await Promise.all(roles.flat().map((role) => add(role)));
  return {
    ...{ programs, postgres, pool, sandbox, network, gatewayNetwork, payments, env },
    ...{ addresses, address, migrate, add, revive, query, passMinute },
    one,
    /** The jobs of orders that wait or run. */
    openJobs: () =>
      query("SELECT FROM pgboss.job WHERE name IN ('fulfillment', 'refunds') AND state < 'completed'"),
    /** Ends the processes of a role gracefully, and starts them again. */
    async restart(of: Role): Promise<void> {
      for (const entry of programs.filter(({ role }) => role === of)) {
        await entry.program.end("SIGTERM");
        await revive(entry);
      }
    },
    /** Ends the first process of a role, and starts it with other variables. */
    async restartWith(of: Role, own: Environment): Promise<void> {
      const entry = one(of);
      await entry.program.end("SIGTERM");
      const PORT = entry.env["PORT"] ?? "";
      entry.env = { ...env, ...own, PORT };
      await revive(entry);
    },
    /** Lets everything that is scheduled become due: the audits, and the jobs of this minute. */
    async passTime(): Promise<void> {
      await query("UPDATE checkouts SET audit_at = now() WHERE audit_at IS NOT NULL");
      await passMinute();
    },
    /** Jobs run again after a few seconds, for longer than the two minutes until an unanswered refund is sent again. */
    async expireJobsSoon() {
      await query(
        `UPDATE pgboss.queue SET expire_seconds = 3, retry_delay = 1, retry_delay_max = 3, retry_limit = 200
         WHERE name IN ('fulfillment', 'refunds')`,
      );
      return { reset: migrate };
    },
    /** As if the clock of the database had been ahead until now. */
    async setAhead(interval: string): Promise<void> {
      for (const [table, ...columns] of [
        ["pgboss.version", "cron_on"],
        ["pgboss.queue", "monitor_on", "maintain_on"],
        ["pgboss.job", "start_after", "completed_on"],
        ["checkouts", "audit_at"],
      ])
        for (const column of columns)
          await query(
            `UPDATE ${table} SET ${column} = greatest(${column}, now()) + interval '${interval}' WHERE ${column} IS NOT NULL`,
          );
    },
    /** What `npm run admin` prints, without its process. */
    admin: async (name?: string, ...args: string[]): Promise<string> =>
      (await findCommand(name)({ boss, pool, payments, publicUrl: "", isTestMode: false }, args)).text,
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all(programs.map(({ program }) => program.end()));
      await Promise.all([gateway.close(), boss.stop()]);
      await pool.end();
      for (const each of [network, gatewayNetwork]) each.close();
      await postgres.stop();
    },
  };
}
