/** A call that both gateways get. */
export interface Step {
  /** The description of the call. `--save` uses it as the file's name. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path template. Names in braces, here and in the body, are values of the run or of earlier steps. */
  readonly path: string;
  readonly body?: unknown;
  /** A value for later steps, as a name in braces and a path in the response. */
  readonly gives?: readonly [name: string, ...path: string[]];
  /** Whether the call uses a wrong secret key. */
  readonly isStranger?: true;
}

/** Steps at one of the client's addresses. */
export interface HostSteps {
  readonly host: "baseUrl" | "checkoutUrl" | "gatewayUrl";
  readonly steps: readonly Step[];
}

const step = (
  name: string,
  method: Step["method"],
  path: string,
  more: Pick<Step, "body" | "gives" | "isStranger"> = {},
): Step => ({ name, method, path, ...more });

const text = "payments-client check";

const product = {
  name: text,
  description: text,
  currency: "{currency}",
  amount: "100",
  quantity: "1",
  language: "en",
  test: true,
  expired_at: "{expired_at}",
};

const token = {
  transaction_type: "payment",
  test: true,
  order: {
    amount: 100,
    currency: "{currency}",
    description: text,
    tracking_id: "{tracking_id}",
    expired_at: "{expired_at}",
  },
};

const payment = {
  amount: 100,
  currency: "{currency}",
  description: text,
  tracking_id: "{tracking_id}",
  test: true,
  duplicate_check: false,
};

const ofUnknown = { parent_uid: "{unknown_id}", amount: 100 };

const settings = { return_url: "https://shop.example/return", language: "en" };
const customer = { email: "kim@example.com", first_name: "Kim" };

const PRODUCTS = "/products";
const PRODUCT = "/products/{product_id}";
const CHECKOUTS = "/ctp/api/checkouts";
const UNKNOWN_CHECKOUT = "/ctp/api/checkouts/{unknown_id}";
const UNKNOWN_TRANSACTION = "/transactions/{unknown_id}";
const UNKNOWN_BILL = "/beyag/payments/{unknown_id}";
const BY_TRACKING_ID = "/v2/transactions/tracking_id";

/** Creates only products and tokens with `test: true`. Other calls have unknown ids or invalid bodies. */
export const STEPS: readonly HostSteps[] = [
  {
    host: "baseUrl",
    steps: [
      step("products.create", "POST", PRODUCTS, { body: product, gives: ["product_id", "id"] }),
      step("products.get", "GET", PRODUCT),
      step("products.list", "GET", PRODUCTS),
      step("products.update", "PUT", PRODUCT, { body: { amount: "200" } }),
      step("products.create: refused", "POST", PRODUCTS, {
        body: { ...product, currency: "EURO", amount: "-1" },
      }),
      step("products.update: refused", "PUT", PRODUCT, { body: { currency: "EURO" } }),
      step("products.get: unknown id", "GET", "/products/{unknown_id}"),
      step("products.update: unknown id", "PUT", "/products/{unknown_id}", { body: { amount: "200" } }),
      step("products.list: wrong key", "GET", PRODUCTS, { isStranger: true }),
      step("bills.get: unknown id", "GET", UNKNOWN_BILL),
      step("bills.delete: unknown id", "DELETE", UNKNOWN_BILL),
    ],
  },
  {
    host: "checkoutUrl",
    steps: [
      step("checkouts.create", "POST", CHECKOUTS, {
        body: { checkout: { ...token, settings, customer } },
        gives: ["token", "checkout", "token"],
      }),
      step("checkouts.get", "GET", "/ctp/api/checkouts/{token}"),
      step("checkouts.create: refused", "POST", CHECKOUTS, {
        body: {
          checkout: {
            ...token,
            settings: { fail_url: "not a URL" },
            payment_method: { types: "credit_card" },
          },
        },
      }),
      step("checkouts.get: unknown token", "GET", UNKNOWN_CHECKOUT),
      step("checkouts.get: wrong key", "GET", UNKNOWN_CHECKOUT, { isStranger: true }),
    ],
  },
  {
    host: "gatewayUrl",
    steps: [
      step("transactions.get: unknown uid", "GET", UNKNOWN_TRANSACTION),
      step("transactions.findByTrackingId: unknown id", "GET", `${BY_TRACKING_ID}/{unknown_id}`),
      step("transactions.pay: refused", "POST", "/transactions/payments", {
        body: { request: { ...payment, amount: 0, credit_card: { token: "{unknown_id}" } } },
      }),
      step("transactions.capture: unknown uid", "POST", "/transactions/captures", {
        body: { request: ofUnknown },
      }),
      step("transactions.void: unknown uid", "POST", "/transactions/voids", { body: { request: ofUnknown } }),
      step("transactions.refund: unknown uid", "POST", "/transactions/refunds", {
        body: { request: { ...ofUnknown, reason: text } },
      }),
      step("transactions.get: wrong key", "GET", UNKNOWN_TRANSACTION, { isStranger: true }),
    ],
  },
];

/** The step that makes a payment. The response shows whether the token belongs to a test card. */
export const PAY = "transactions.pay";

/** Steps that require the token of a test card. */
export const TEST_CARD_STEPS: HostSteps = {
  host: "gatewayUrl",
  steps: [
    step(PAY, "POST", "/transactions/payments", {
      body: { request: { ...payment, credit_card: { token: "{card_token}" } } },
      gives: ["uid", "transaction", "uid"],
    }),
    step("transactions.get", "GET", "/transactions/{uid}"),
    step("transactions.findByTrackingId", "GET", `${BY_TRACKING_ID}/{tracking_id}`),
    step("transactions.refund", "POST", "/transactions/refunds", {
      body: { request: { parent_uid: "{uid}", amount: 100, reason: text } },
      gives: ["refund_uid", "transaction", "uid"],
    }),
    step("transactions.get: refund", "GET", "/transactions/{refund_uid}"),
  ],
};
