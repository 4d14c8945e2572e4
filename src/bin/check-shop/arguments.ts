import { parseOptions, readInteger } from "../parse-options.ts";

export const HELP = `payments-client check-shop FILE: plays every trouble that a shop must survive against yours.

FILE is a JavaScript module, such as ./shop.check.mjs, that exports

  placeOrder()            places an order and gives { orderId, token }
  fulfilments(orderId)    gives how often the order was fulfilled so far

and, if you have them, start({ clientOptions, publicKey, environment }), stop(), reconcile(), restart(),
refund(orderId, amount) and inReview(orderId). They may be async.

  --junit FILE       writes the report as JUnit XML
  --only NAME        plays only this scenario, after "paid once"; may be repeated
  --timeout SECONDS  how long the shop may take to fulfil a paid order; default 10
  --port PORT        port of the sandbox; default 0, any free one
  --shop-id ID       shop identifier; default 1
  --secret-key KEY   the shop's secret key; default sandbox-secret-key
  --help             this text

The exit status is 0 if no scenario failed, otherwise 1.`;

const OPTIONS = {
  junit: { type: "string" },
  only: { type: "string", multiple: true },
  timeout: { type: "string" },
  port: { type: "string", default: "0" },
  "shop-id": { type: "string" },
  "secret-key": { type: "string" },
} as const;

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
    only: values.only,
    port: readInteger("port", values.port, 0, 65_535),
    shopId: values["shop-id"],
    secretKey: values["secret-key"],
    /** Milliseconds. */
    timeout: values.timeout === undefined ? undefined : readInteger("timeout", values.timeout, 1, 60) * 1000,
  };
}
