import { parseOptions, readInteger } from "../parse-options.ts";

export const HELP = `payments-client check-shop FILE: looks for a story that makes your shop lose or give away money.

FILE is a JavaScript module, such as ./shop.check.mjs, that exports

  placeOrder()            places an order and gives { orderId, token }
  fulfilments(orderId)    gives how often the order is fulfilled now

and, if you have them, start({ clientOptions, publicKey, environment }), stop(), inReview(orderId), refund(orderId, amount),
renew(orderId), reconcile() and restart(). They may be async.

  --junit FILE       writes the report as JUnit XML
  --story STORY      plays one story alone: a name, or what a report shows after "again"
  --seed NUMBER      makes the same stories up again; a report shows its seed
  --budget SECONDS   how long stories are tried; default 120, or less for a quick shop
  --timeout SECONDS  how long the shop may take to fulfil a paid order; default 10
  --idempotency-keys your shop relies on a gateway that honours idempotency keys
  --port PORT        port of the sandbox; default 0, any free one
  --shop-id ID       shop identifier; default 1
  --secret-key KEY   the shop's secret key; default sandbox-secret-key
  --help             this text

The exit status is 0 if no law was broken, otherwise 1.`;

const OPTIONS = {
  junit: { type: "string" },
  story: { type: "string" },
  seed: { type: "string" },
  budget: { type: "string" },
  timeout: { type: "string" },
  "idempotency-keys": { type: "boolean" },
  port: { type: "string", default: "0" },
  "shop-id": { type: "string" },
  "secret-key": { type: "string" },
} as const;

/** The longest budget, in seconds: a day. */
const MAX_BUDGET = 86_400;

/** @returns milliseconds, or undefined where the option is not given. */
const readSeconds = (name: string, text: string | undefined, maximum: number): number | undefined =>
  text === undefined ? undefined : readInteger(name, text, 1, maximum) * 1000;

export type CheckShopArguments = ReturnType<typeof readArguments>;

/** @throws Error that names the argument and says what was expected. */
export function readArguments(args: string[]) {
  const { values, positionals } = parseOptions({ args, options: OPTIONS, allowPositionals: true });
  const [file, second] = positionals;
  if (file === undefined || second !== undefined) {
    throw new Error("name one file with the functions of your shop, such as ./shop.check.mjs");
  }
  return {
    /** The module with the shop's functions. */
    file,
    /** Where the JUnit XML goes. */
    junit: values.junit,
    story: values.story,
    seed: values.seed === undefined ? undefined : readInteger("seed", values.seed, 0, 2 ** 31),
    budget: readSeconds("budget", values.budget, MAX_BUDGET),
    timeout: readSeconds("timeout", values.timeout, 60),
    idempotencyKeys: values["idempotency-keys"],
    port: readInteger("port", values.port, 0, 65_535),
    shopId: values["shop-id"],
    secretKey: values["secret-key"],
  };
}
