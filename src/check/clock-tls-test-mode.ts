import { isLocalHost } from "../runtime/private-address.ts";
import { type Finding, failed, note, ok } from "./finding.ts";
import { APIS } from "./probe.ts";

/** A response header `Date`, and when it came. Milliseconds since 1970. */
export interface ClockReading {
  readonly gateway: number;
  readonly here: number;
}

/** How far the clocks may be apart, in seconds. */
const MAX_SKEW = 60;

export function checkClock(readings: readonly ClockReading[]): Finding {
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

/** The configured addresses that are URLs. */
const urlsIn = (environment: NodeJS.ProcessEnv): readonly (readonly [variable: string, url: URL])[] =>
  APIS.flatMap(({ variable }) => {
    const address = environment[variable] ?? "";
    return URL.canParse(address) ? [[variable, new URL(address)] as const] : [];
  });

/** Whether every address is encrypted, and certificates are verified. */
export function checkTls(environment: NodeJS.ProcessEnv): Finding {
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

const TEST_SYSTEM = /(?:^|[.-])(?:test|testing|sandbox|demo|staging|stage|dev)(?:[.-]|$)/;

/** Whether payments would move money, as far as that can be seen without one. */
export function checkTestMode(environment: NodeJS.ProcessEnv, products: unknown): Finding {
  const name = "test mode";
  const urls = urlsIn(environment);
  const variablesOf = (isMeant: (hostname: string) => boolean): string =>
    urls.flatMap(([variable, { hostname }]) => (isMeant(hostname) ? variable : [])).join(", ");
  const local = variablesOf(isLocalHost);
  if (local !== "") {
    return failed(name, `${local}: a sandbox, where no money moves`, "Set the gateway's addresses.");
  }
  const named = variablesOf((hostname) => TEST_SYSTEM.test(hostname));
  if (named !== "") return note(name, `${named}: by its name the host is for tests`);
  if (!Array.isArray(products)) return note(name, "was not looked for: the products could not be listed");
  const count = products.filter((product) => product?.test === true).length;
  if (count > 0)
    return note(name, `${count} of the shop's products have test: true: their links take no money`);
  return ok(name, "no address and no product is for tests");
}
