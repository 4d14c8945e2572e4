/** Settings from the environment. */
export interface Config {
  readonly shopId: string;
  readonly secretKey: string;
  readonly baseUrl: string;
  readonly checkoutUrl: string;
  readonly gatewayUrl: string;
  /** The gateway's public key, which verifies notifications. */
  readonly publicKey: string;
  /** True says that the gateway is known to honour idempotency keys, as `payments-client check` can prove. */
  readonly idempotencyKeys: boolean;
  /** True creates test payments and counts them as paid; refused behind https, where a shop is live. */
  readonly isTestMode: boolean;
  /** URL at which customers and the gateway reach this shop, without a trailing slash. */
  readonly publicUrl: string;
  readonly port: number;
  /** File of the database. */
  readonly database: string;
  readonly adminPassword: string;
  /** First polling interval of an open payment in seconds, at most 30; 0 disables polling. */
  readonly pollSeconds: number;
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

/** The longest first interval of `checkouts.poll`. */
const MAX_POLL_SECONDS = 30;

const readUrl = (name: string, value: string): string => {
  if (!/^https?:/.test(value) || URL.parse(value) === null) {
    throw new Error(`${name} must be an address such as https://shop.example, not ${value}`);
  }
  return value.replace(/\/+$/, "");
};

const readNumber = (name: string, value: string): number => {
  if (!/^\d+$/.test(value)) throw new Error(`${name} must be a number, not ${value}`);
  return Number(value);
};

/** @throws Error that names every variable that is missing, or the one that is wrong. */
export function readConfig(environment: Environment): Config {
  const read = (name: string, otherwise = ""): string => environment[name]?.trim() || otherwise;
  const missing = REQUIRED.filter((name) => read(name) === "");
  if (missing.length > 0) {
    throw new Error(`Set ${missing.join(", ")} in the environment or in .env: see .env.example`);
  }
  const publicUrl = readUrl("PUBLIC_URL", read("PUBLIC_URL"));
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
    shopId: read("PAYMENTS_SHOP_ID"),
    secretKey: read("PAYMENTS_SECRET_KEY"),
    baseUrl: readUrl("PAYMENTS_BASE_URL", read("PAYMENTS_BASE_URL")),
    checkoutUrl: readUrl("PAYMENTS_CHECKOUT_URL", read("PAYMENTS_CHECKOUT_URL")),
    gatewayUrl: readUrl("PAYMENTS_GATEWAY_URL", read("PAYMENTS_GATEWAY_URL")),
    publicKey: read("PAYMENTS_PUBLIC_KEY"),
    idempotencyKeys: read("IDEMPOTENCY_KEYS") === "true",
    isTestMode,
    publicUrl,
    port: readNumber("PORT", read("PORT", "3000")),
    database: read("DATABASE", "shop.sqlite"),
    adminPassword,
    pollSeconds: Math.min(readNumber("POLL_SECONDS", read("POLL_SECONDS", "30")), MAX_POLL_SECONDS),
  };
}
