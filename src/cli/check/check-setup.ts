import { type ClockReading, checkClock } from "./clock.ts";
import type { Finding } from "./finding.ts";
import { checkHosts } from "./hosts.ts";
import { checkKeys } from "./idempotency-keys.ts";
import { checkNotificationUrl } from "./notification-url.ts";
import { checkPublicKey } from "./public-key.ts";
import { checkTestMode } from "./test-mode.ts";
import { createTestToken } from "./test-token.ts";
import { checkTls } from "./tls.ts";
import { checkCredentials } from "./variables.ts";

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
