import { once } from "node:events";
import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Express } from "express";
import { readNumber } from "./database.ts";
import type { Shop } from "./shop.ts";
import { findStatus, type Status } from "./status.ts";

/** For how long a process goes on serving after SIGTERM, in milliseconds, until the load balancer notices it. */
const DRAIN_TIME = readNumber("DRAIN_MS", 0) ?? 5000;

/** When requests that are still running are given up, in milliseconds. */
const LAST_REQUEST = 15_000;

/**
 * Adds `GET /live`, which fails if the process must be restarted, and `GET /ready`, which fails while it cannot work
 * because its database does not answer, or because it is about to stop.
 *
 * @returns a function that serves until the load balancer sends nothing more and the last request is answered.
 */
export function addProbes(app: Express, { pool }: Shop): (server: Server) => Promise<void> {
  let isDraining = false;
  app.use((_, response, next) => {
    if (isDraining) response.set("connection", "close");
    next();
  });
  app.get("/live", (_, response) => void response.json({ live: true }));
  app.get("/ready", async (_, response) => {
    const reaches = () => pool.query("SELECT").then(Boolean, () => false);
    const isReady = !isDraining && (await reaches());
    response.status(isReady ? 200 : 503).json({ ready: isReady });
  });
  return async (server) => {
    isDraining = true;
    await wait(DRAIN_TIME);
    server.close();
    await Promise.race([once(server, "close"), wait(LAST_REQUEST, undefined, { ref: false })]);
  };
}

/** In seconds. A scheduled job is never that late. */
const MAX_AUDITED_AGO = 300;
/** In seconds. A new shop has no audit yet. */
const FIRST_AUDIT = 120;
const MAX_QUEUE_AGE = 60;

/** Why the shop cannot work. Money that the staff has to look at is no reason. */
const problemsOf = ({ queueAge, auditedAgo, failedSchedules, isUnheard }: Status): string[] => [
  ...(queueAge > MAX_QUEUE_AGE ? [`The oldest job has waited for ${queueAge.toFixed(0)} s`] : []),
  ...((auditedAgo ?? Infinity) > MAX_AUDITED_AGO && process.uptime() > FIRST_AUDIT
    ? ["No audit has succeeded for five minutes"]
    : []),
  ...(isUnheard ? ["The newest payments were found by the audit, and none was notified"] : []),
  ...failedSchedules.map((schedule) => `The last run failed: ${schedule}`),
];

/** Everything after the time with which the id of an order begins, because the whole id is the secret of the order's page. */
const SECRET = /(?<=[\da-f]{8}-[\da-f]{4})(-[\da-f]{4}){2}-[\da-f]{12}/g;

/** Adds `GET /health`, for the monitoring: 503 if the shop cannot work. */
export function addHealth(app: Express, { pool }: Shop): void {
  app.get("/health", async (_, response) => {
    const status = await findStatus(pool);
    const problems = status ? problemsOf(status) : ["The database does not answer"];
    const body = {
      problems,
      queueAge: status?.queueAge,
      auditedAgo: status?.auditedAgo,
      toReview: status?.money.count,
      failedJobs: status?.failedJobs.count,
      unreadable: status?.unreadable,
    };
    response.status(problems.length === 0 ? 200 : 503).type("json");
    response.send(JSON.stringify(body).replace(SECRET, ""));
  });
}
