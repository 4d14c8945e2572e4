/** Settings from the environment. The client and `Webhooks` read the variables that begin with `PAYMENTS_`. */
export interface Config {
  /** True if the gateway honors idempotency keys, as `payments-client check` can prove. */
  readonly idempotencyKeys: boolean;
  /** True creates test payments and counts them as paid. Refused behind https, because such a shop is live. */
  readonly isTestMode: boolean;
  /** URL at which customers and the gateway reach this shop, without a trailing slash. */
  readonly publicUrl: string;
  readonly port: number;
  readonly database: string;
  readonly adminPassword: string;
  /** Seconds between two runs of the job that asks the gateway about open payments. 0 runs it only at the start. */
  readonly pollSeconds: number;
  /** Number of reverse proxies in front of the shop. The last one names the visitor's address. */
  readonly proxies: number;
  /** How many requests per minute one address may make to the pages of orders, which call the gateway. */
  readonly requestsPerMinute: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const REQUIRED = [
  "PAYMENTS_SHOP_ID",
  "PAYMENTS_SECRET_KEY",
  "PAYMENTS_BASE_URL",
  "PAYMENTS_CHECKOUT_URL",
  "PAYMENTS_GATEWAY_URL",
  "PAYMENTS_PUBLIC_KEY",
  "PUBLIC_URL",
  "ADMIN_PASSWORD",
];

/** In `.env.example`. */
const SAMPLE_PASSWORD = "choose-your-own";

const readUrl = (value: string): string => {
  if (!/^https?:/.test(value) || URL.parse(value) === null) {
    throw new Error(`PUBLIC_URL must be an address such as https://shop.example, not ${value}`);
  }
  return value.replace(/\/+$/, "");
};

/** Six digits, because a timer of more than 24 days would run immediately, again and again. */
const readNumber = (name: string, value: string): number => {
  if (!/^\d{1,6}$/.test(value)) throw new Error(`${name} must be a number, 0 to 999999, not ${value}`);
  return Number(value);
};

/** @throws Error that names each variable that is missing, or one that is wrong. */
export function readConfig(environment: Environment): Config {
  const read = (name: string, otherwise = ""): string => environment[name]?.trim() || otherwise;
  const missing = REQUIRED.filter((name) => read(name) === "");
  if (missing.length > 0) {
    throw new Error(`Set ${missing.join(", ")} in the environment or in .env: see .env.example`);
  }
  const publicUrl = readUrl(read("PUBLIC_URL"));
  const isTestMode = read("TEST_MODE") === "true";
  const isHttps = publicUrl.startsWith("https:");
  if (isTestMode && isHttps) {
    throw new Error("Remove TEST_MODE: behind an https PUBLIC_URL, test payments must not count as paid");
  }
  const adminPassword = read("ADMIN_PASSWORD");
  if (isHttps && adminPassword === SAMPLE_PASSWORD) {
    throw new Error("Change ADMIN_PASSWORD: the one in .env.example is public");
  }
  return {
    idempotencyKeys: read("IDEMPOTENCY_KEYS") === "true",
    isTestMode,
    publicUrl,
    port: readNumber("PORT", read("PORT", "3000")),
    database: read("DATABASE", "shop.sqlite"),
    adminPassword,
    pollSeconds: readNumber("POLL_SECONDS", read("POLL_SECONDS", "30")),
    proxies: readNumber("PROXIES", read("PROXIES", "0")),
    requestsPerMinute: readNumber("REQUESTS_PER_MINUTE", read("REQUESTS_PER_MINUTE", "120")),
  };
}
