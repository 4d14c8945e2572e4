import { isLocalHost } from "../../runtime/private-address.ts";
import { type Checked, failed, note, ok } from "./finding.ts";
import { checkHosts } from "./hosts.ts";
import { measure } from "./measure.ts";
import { checkNotificationUrl } from "./notification-url.ts";
import { urlsIn } from "./probe.ts";
import { checkPublicKey } from "./public-key.ts";
import { checkKeys, createTestToken } from "./test-payments.ts";
import { checkCredentials } from "./variables.ts";

/** Checks that every address uses TLS and that certificates are verified. */
function checkTls(environment: NodeJS.ProcessEnv): Checked {
  if (environment["NODE_TLS_REJECT_UNAUTHORIZED"] === "0")
    return failed(
      "TLS",
      "NODE_TLS_REJECT_UNAUTHORIZED=0: any server can pretend to be the gateway, and gets the key",
      "Remove it. NODE_EXTRA_CA_CERTS names the file of a company's own CA.",
    );
  const urls = urlsIn(environment);
  const open = urls.filter(([, { protocol }]) => protocol !== "https:");
  if (urls.length === 0) return note("TLS", "was not checked: no address is set");
  if (open.length === 0) return ok("TLS", "every address is https, and certificates are verified");
  const names = open.map(([variable]) => variable).join(", ");
  return open.every(([, { hostname }]) => isLocalHost(hostname))
    ? note("TLS", `${names}: http, on this machine only`)
    : failed("TLS", `${names}: http sends the key unencrypted`, "Set https addresses.");
}

/** A response header `Date` and the local time of its arrival, in milliseconds since 1970. */
interface ClockReading {
  readonly gateway: number;
  readonly here: number;
}

/** Maximum difference of the clocks in seconds. */
const MAX_SKEW = 60;

function checkClock(readings: readonly ClockReading[]): Checked {
  const skews = readings.map(({ gateway, here }) => (here - gateway) / 1000).filter(Number.isFinite);
  const [skew] = skews.sort((one, other) => Math.abs(one) - Math.abs(other));
  if (skew === undefined) return note("clock", "was not compared: no address answered with a Date");
  const seconds = Math.round(Math.abs(skew));
  if (seconds <= MAX_SKEW) return ok("clock", `is within ${Math.max(seconds, 1)} s of the gateway's`);
  return failed(
    "clock",
    `is ${seconds} s ${skew < 0 ? "behind" : "ahead of"} the gateway's`,
    "Synchronize it with NTP, because expired_at, certificates and your records depend on it.",
  );
}

const TEST_SYSTEM = /(?:^|[.-])(?:test|testing|sandbox|demo|staging|stage|dev)(?:[.-]|$)/;

/** Checks whether payments would move money, without making one. */
function checkTestMode(environment: NodeJS.ProcessEnv, products: unknown): Checked {
  const name = "test mode";
  const urls = urlsIn(environment);
  const variablesOf = (isMeant: (hostname: string) => boolean): string =>
    urls.flatMap(([variable, { hostname }]) => (isMeant(hostname) ? variable : [])).join(", ");
  const local = variablesOf(isLocalHost);
  if (local !== "")
    return failed(name, `local gateway, which moves no money: ${local}`, "Set the gateway's addresses.");
  const named = variablesOf((hostname) => TEST_SYSTEM.test(hostname));
  if (named !== "") return note(name, `host name for tests: ${named}`);
  if (!Array.isArray(products))
    return note(name, "was not checked, because the products could not be listed");
  const count = products.filter((product) => product?.test === true).length;
  if (count > 0) return note(name, `${count} of the shop's products have test: true and take no money`);
  return ok(name, "no address and no product is for tests");
}

/** The checks that change something at the gateway or call the shop. */
interface CheckOptions {
  /** Creates a payment token that is marked as a test. */
  readonly createTestToken: boolean;
  /** A test card's token. Two payments with the same key are made with it. */
  readonly keys: string | undefined;
  /** The merchant's `notification_url`, which receives a forged notification. */
  readonly notify: URL | undefined;
  /** Measures what gateways answer differently. Creates a payment token that is marked as a test. */
  readonly measure: boolean;
  /** A test card's token. Payments are measured with it, too. */
  readonly testCard: string | undefined;
}

/** Checks the `PAYMENTS_…` variables and the gateway's answers to them. Changes something only if an option requires it. */
export async function checkSetup(
  environment: NodeJS.ProcessEnv,
  { createTestToken: isTokenWanted, keys, notify, measure: isMeasured, testCard }: CheckOptions,
): Promise<Checked[]> {
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
    ...(isMeasured ? await measure(hosts, testCard) : []),
    ...(keys === undefined ? [] : [await checkKeys(hosts, keys)]),
    ...(notify ? await checkNotificationUrl(notify) : []),
  ];
}
