import { isLocalHost } from "../../runtime/private-address.ts";
import { type Finding, failed, note, ok } from "./finding.ts";
import { checkHosts } from "./hosts.ts";
import { checkKeys } from "./idempotency-keys.ts";
import { checkNotificationUrl } from "./notification-url.ts";
import { urlsIn } from "./probe.ts";
import { checkPublicKey } from "./public-key.ts";
import { checkTestMode, createTestToken } from "./test-token.ts";
import { checkCredentials } from "./variables.ts";

/** Whether every address is encrypted, and certificates are verified. */
function checkTls(environment: NodeJS.ProcessEnv): Finding {
  if (environment["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    return failed(
      "TLS",
      "NODE_TLS_REJECT_UNAUTHORIZED=0: any server can pretend to be the gateway, and gets the key",
      "Remove it. NODE_EXTRA_CA_CERTS names the file of a company's own CA.",
    );
  }
  const urls = urlsIn(environment);
  const open = urls.filter(([, { protocol }]) => protocol !== "https:");
  if (urls.length === 0) return note("TLS", "was not checked: no address is set");
  if (open.length === 0) return ok("TLS", "every address is https, and certificates are verified");
  const names = open.map(([variable]) => variable).join(", ");
  return open.every(([, { hostname }]) => isLocalHost(hostname))
    ? note("TLS", `${names}: http, on this machine only`)
    : failed("TLS", `${names}: http sends the key unencrypted`, "Set https addresses.");
}

/** A response header `Date`, and when it came. Milliseconds since 1970. */
interface ClockReading {
  readonly gateway: number;
  readonly here: number;
}

/** How far the clocks may be apart, in seconds. */
const MAX_SKEW = 60;

function checkClock(readings: readonly ClockReading[]): Finding {
  const skews = readings.map(({ gateway, here }) => (here - gateway) / 1000).filter(Number.isFinite);
  const [skew] = skews.sort((one, other) => Math.abs(one) - Math.abs(other));
  if (skew === undefined) return note("clock", "was not compared: no address answered with a Date");
  const seconds = Math.round(Math.abs(skew));
  if (seconds <= MAX_SKEW) return ok("clock", `is within ${Math.max(seconds, 1)} s of the gateway's`);
  return failed(
    "clock",
    `is ${seconds} s ${skew < 0 ? "behind" : "ahead of"} the gateway's`,
    "Let NTP set it: expired_at, certificates and your records depend on it.",
  );
}

/** What is done besides looking. */
interface CheckOptions {
  /** Creates a payment token, marked as a test. */
  readonly createTestToken: boolean;
  /** The token of a test card, with which a payment is made twice with one key. */
  readonly keys: string | undefined;
  /** The merchant's `notification_url`, which gets a forged notification. */
  readonly notify: URL | undefined;
}

/**
 * Checks what has to be right before the first real payment: the variables `PAYMENTS_…`, and what the gateway answers to
 * them. Only reads, unless an option says otherwise.
 */
export async function checkSetup(
  environment: NodeJS.ProcessEnv,
  { createTestToken: isTokenWanted, keys, notify }: CheckOptions,
): Promise<Finding[]> {
  const readings: ClockReading[] = [];
  const fetchWithReading: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    readings.push({ gateway: Date.parse(response.headers.get("date") ?? ""), here: Date.now() });
    return response;
  };
  const { findings, credentials } = checkCredentials(environment);
  const hosts = await checkHosts(environment, credentials, fetchWithReading);
  return [
    ...findings,
    ...hosts.findings,
    checkPublicKey(environment),
    checkTls(environment),
    checkClock(readings),
    checkTestMode(environment, hosts.products),
    ...(isTokenWanted ? [await createTestToken(hosts)] : []),
    ...(keys === undefined ? [] : [await checkKeys(hosts, keys)]),
    ...(notify ? await checkNotificationUrl(notify) : []),
  ];
}
