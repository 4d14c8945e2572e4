import { FLAG, integerOption, parseOptions, rowsOf, TEXT, variantsOption } from "../parse-options.ts";

export const HELP = `payments-client check-shop FILE

Searches for a story in which your shop loses money or gives it away.

FILE is a JavaScript module, such as ./shop.check.mjs, that exports

  placeOrder()            places an order, and returns { orderId, token }
  fulfillments(orderId)   returns how often the order is fulfilled now

and optionally start({ clientOptions, publicKey, environment }), stop(),
inReview(orderId), refund(orderId, amount, request), reconcile(), restart(),
capture(orderId, amount, request), renew(orderId, request), cancel(orderId),
payAgain(orderId), refundReview(uid, request), expireOrders(),
failShipping(orderId) and stock(pieces). All functions may be async.

  --junit FILE       writes the report as JUnit XML
  --json             prints the report as JSON
  --story STORY      plays one story alone, as a report prints it after "again"
  --seed NUMBER      generates the same stories again. A report prints its seed
  --budget SECONDS   maximum time of the run, in which findings are played again
                     and shortened. Default: as long as the plan takes
  --timeout SECONDS  how long the shop may take to fulfill a paid order. Default 10
  --variant NAME=WORD
                     what gateways answer differently, such as freshToken=pending,
                     from the start. Several are possible
  --idempotency-keys your shop relies on a gateway that honors idempotency keys
  --port PORT        port of the local gateway. Default 0, any free port
  --shop-id ID       shop id. Default 1
  --secret-key KEY   secret key of the shop. Default sandbox-secret-key
  --help             prints this text

The exit status is 0 if the shop passed, 1 if a law was broken, and 3 if the run
does not show it. It is 2 if the command is wrong, the first order cannot be
placed, or a function returns a wrong type.`;

const OPTIONS = {
  ...rowsOf(TEXT, "junit", "story", "seed", "budget", "timeout", "shop-id", "secret-key"),
  ...rowsOf(FLAG, "json", "idempotency-keys"),
  port: { ...TEXT, default: "0" },
  variant: { ...TEXT, multiple: true },
} as const;

/** The longest budget, in seconds: a day. */
const MAX_BUDGET = 86_400;

/** @returns milliseconds, or undefined if the option is not given. */
const readSeconds = (name: string, text: string | undefined, maximum: number): number | undefined =>
  text === undefined ? undefined : integerOption(name, text.replace(/s$/, ""), 1, maximum) * 1000;

export type CheckShopArguments = ReturnType<typeof readArguments>;

/** @throws Error that names the argument, and its form. */
export function readArguments(args: string[]) {
  const { values, positionals } = parseOptions({ args, options: OPTIONS, allowPositionals: true });
  const [file, second] = positionals;
  if (file === undefined || second !== undefined)
    throw new Error(
      "Name one file with the functions of your shop, such as `payments-client check-shop ./shop.check.mjs`.",
    );
  return {
    file,
    junit: values.junit,
    isJson: values.json,
    story: values.story,
    seed: values.seed === undefined ? undefined : integerOption("seed", values.seed, 0, 2 ** 31),
    budget: readSeconds("budget", values.budget, MAX_BUDGET),
    timeout: readSeconds("timeout", values.timeout, 60),
    given: values.variant ?? [],
    variants: variantsOption(values.variant),
    idempotencyKeys: values["idempotency-keys"],
    port: integerOption("port", values.port, 0, 65_535),
    shopId: values["shop-id"],
    secretKey: values["secret-key"],
  };
}
