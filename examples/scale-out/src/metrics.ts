import type { Express } from "express";
import { Counter, collectDefaultMetrics, Gauge, Registry, register } from "prom-client";
import type { Pool } from "./database.ts";
import { findStatus, type Status } from "./status.ts";

collectDefaultMetrics();

export const placedOrders = new Counter({ name: "shop_orders_total", help: "Orders that were placed" });

export const notifications = new Counter({
  name: "shop_notifications_total",
  help: "Notifications by the status of the answer",
  labelNames: ["status"],
});

export const failures = new Counter({
  name: "shop_failures_total",
  help: "Requests of customers that failed, by the status of the answer",
  labelNames: ["status"],
});

export const endedJobs = new Counter({
  name: "shop_jobs_total",
  help: "Jobs that ended",
  labelNames: ["queue", "result"],
});

/** The gauges of the whole shop. Each worker has the same, so take the maximum. */
const gaugesOf = (status: Status): [name: string, help: string, value: number][] => [
  ["shop_jobs_waiting", "Jobs that wait", status.jobsWaiting],
  ["shop_job_longest_wait_seconds", "How long the oldest job waits", status.queueAge],
  ["shop_jobs_given_up", "Jobs that failed for half an hour", status.failedJobs.count],
  ["shop_reviews_open", "Payments and refunds for manual review", status.money.count],
  ["shop_orders_unreadable", "Orders that the audit put aside", status.unreadable.count],
  ["shop_schedules_failed", "Scheduled jobs whose last run failed", status.failedSchedules.length],
  ["shop_audits_due", "Orders whose audit is due", status.auditsDue],
  ["shop_audit_age_seconds", "Since a run of the audit succeeded", status.auditedAgo ?? Infinity],
];

async function renderGauges(pool: Pool): Promise<string> {
  const registry = new Registry();
  const status = await findStatus(pool);
  const up = ["shop_database_up", "Whether the database answers", Number(status !== undefined)] as const;
  for (const [name, help, value] of [up, ...(status ? gaugesOf(status) : [])]) {
    new Gauge({ name, help, registers: [registry] }).set(value);
  }
  return registry.metrics();
}

/** Adds `GET /metrics`, for Prometheus: the counters of this process, and of a worker also the gauges of the shop. */
export function addMetrics(app: Express, pool?: Pool): void {
  app.get("/metrics", async (_, response) => {
    const gauges = pool ? await renderGauges(pool) : "";
    response.set("content-type", register.contentType).send(gauges + (await register.metrics()));
  });
}
