import { bodies, clocks, json, pages, redirects, retryAfters, statuses } from "./answer-faults.ts";
import { aborts, lostConnection, notHttp, odd, slow, tls, withoutConnection } from "./connection-faults.ts";
import type { Section } from "./fault.ts";

/** Every fault, by its kind. */
export const sections: readonly Section[] = [
  { title: "No connection", faults: withoutConnection, withAllPosts: true },
  { title: "TLS", faults: tls, withAllPosts: true },
  { title: "Lost connection", faults: lostConnection, withAllPosts: true },
  { title: "Slow", faults: slow, withAllPosts: true },
  { title: "Not HTTP", faults: notHttp, withAllPosts: true },
  { title: "Unusual", faults: odd, withAllPosts: false },
  { title: "A 2xx", faults: bodies, withAllPosts: true },
  { title: "A 2xx with JSON", faults: json, withAllPosts: false },
  { title: "A redirect", faults: redirects, withAllPosts: true },
  { title: "Refused or failed", faults: pages, withAllPosts: true },
  { title: "Status", faults: statuses, withAllPosts: true },
  { title: "Retry-After", faults: retryAfters, withAllPosts: true },
  { title: "Abort", faults: aborts, withAllPosts: true },
  { title: "Clock", faults: clocks, withAllPosts: false },
];
