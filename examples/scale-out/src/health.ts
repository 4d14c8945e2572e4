import { once } from "node:events";
import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Express } from "express";
import { readNumber } from "./database.ts";
import type { Shop } from "./shop.ts";

/** For how long a process that is told to stop goes on serving, in milliseconds: the load balancer has to see it. */
const DRAIN_TIME = readNumber("DRAIN_MS", 0) ?? 5000;

/** When requests that are still running are given up, in milliseconds. */
const LAST_REQUEST = 15_000;

/**
 * Adds `GET /live`, which fails if the process must be restarted, and `GET /ready`, which fails while it can't work: its
 * database does not answer, or it is about to stop.
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
