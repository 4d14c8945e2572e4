import { rateLimit } from "express-rate-limit";

const MINUTE = 60_000;

/** Wrong passwords that one address may try in a quarter of an hour. */
const WRONG_PASSWORDS = 10;

/** Refuses every password from an address that has tried too many wrong ones, and writes each to the log. */
export const limitWrongPasswords = () =>
  rateLimit({
    windowMs: 15 * MINUTE,
    limit: WRONG_PASSWORDS,
    // The first request of a browser has no password.
    skip: (request) => request.get("authorization") === undefined,
    skipSuccessfulRequests: true,
    requestWasSuccessful({ ip }, { statusCode }) {
      if (statusCode === 401) console.error(`A wrong password for the admin page, from ${ip}`);
      return statusCode !== 401 && statusCode !== 429;
    },
    message: "Too many wrong passwords. Try again in 15 minutes.\n",
  });

/** Refuses more requests per minute from one address, because each may call the gateway. */
export const limitRequests = (limit: number) =>
  rateLimit({ windowMs: MINUTE, limit, message: "Too many requests. Try again in a minute.\n" });
