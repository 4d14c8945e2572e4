import { bodies, clocks, json, pages, redirects, retryAfters, statuses } from "./answer-faults.ts";
import { aborts, lostConnection, notHttp, odd, slow, tls, withoutConnection } from "./connection-faults.ts";
import type { Section } from "./fault.ts";

/** Every fault, by what goes wrong. */
export const sections: readonly Section[] = [
  { title: "No connection", faults: withoutConnection, withCheckouts: true },
  { title: "TLS", faults: tls, withCheckouts: true },
  { title: "Lost", faults: lostConnection, withCheckouts: true },
  { title: "Slow", faults: slow, withCheckouts: true },
  { title: "Not HTTP", faults: notHttp, withCheckouts: true },
  { title: "Unasked", faults: odd, withCheckouts: false },
  { title: "A 2xx", faults: bodies, withCheckouts: true },
  { title: "A 2xx with JSON", faults: json, withCheckouts: false },
  { title: "A redirect", faults: redirects, withCheckouts: true },
  { title: "Refused or failed", faults: pages, withCheckouts: true },
  { title: "Status", faults: statuses, withCheckouts: true },
  { title: "Wait", faults: retryAfters, withCheckouts: true },
  { title: "Abort", faults: aborts, withCheckouts: true },
  { title: "Clock", faults: clocks, withCheckouts: false },
];
