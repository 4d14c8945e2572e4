import type { RequestHandler } from "express";
import { readNumber } from "./database.ts";
import type { Shop } from "./shop.ts";
import { queueAge } from "./status.ts";

/** How old a waiting job may get until the shop takes no new orders, in seconds. */
const MAX_AGE = readNumber("MAX_QUEUE_AGE") ?? 60;

/** How often the age is measured, in milliseconds. */
const INTERVAL = 1000;

/**
 * Responds with 503 and `Retry-After` while the workers are too far behind. Notifications are not for it: they tell of
 * money that has moved.
 */
export function createBackpressure({ pool }: Shop): RequestHandler {
  let age = 0;
  const measure = async (): Promise<void> => {
    // While the database does not answer, requests fail anyway.
    age = await queueAge(pool).catch(() => age);
    setTimeout(measure, INTERVAL).unref();
  };
  void measure();
  return (_request, response, next) => {
    if (age <= MAX_AGE) return next();
    const retryAfter = Math.ceil(Math.min(age, 60));
    response.status(503).set("retry-after", String(retryAfter));
    response.json({ message: "The shop is busy. Please try again in a moment" });
  };
}
