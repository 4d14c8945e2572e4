/** What is mutated together, and the tests that cover it. */
export interface Folder {
  /** Globs, relative to `src`. */
  readonly mutate: readonly string[];
  /** Globs, relative to `test`, in the order in which they run: quick ones first. */
  readonly tests: readonly string[];
  /** The least score, in percent. */
  readonly bar: number;
  /** Whether its strings are markup, or texts for people, which no test repeats. */
  readonly isMarkup?: boolean;
  /** Kinds of changes that are left out. */
  readonly excluded?: readonly string[];
}

/**
 * Tests that only repeat one rule over a large table (such as `payments/contradictions`) are left out
 * where smaller ones hold the rule: they would run for every mutant. So is `examples/scale-out`: one run of its tests takes
 * a minute and a database.
 */
export const FOLDERS: Readonly<Record<string, Folder>> = {
  errors: {
    mutate: ["errors/**/*.ts"],
    tests: [
      "errors/{messages,classes,printed}.test.ts",
      "client/{retried-call,request}.test.ts",
      "errors/{bodies,hostile-bodies,privacy}.test.ts",
      "client/hooks.test.ts",
      "errors/{private-data,printable}.test.ts",
      "client/{refused-options,results}.test.ts",
      "errors/refusal-by-body.test.ts",
    ],
    bar: 95,
  },
  transport: {
    mutate: [
      "client/**/*.ts",
      "!client/methods/{products,checkouts,transactions,bills,poll,options,payments-client}.ts",
    ],
    tests: [
      "client/{debug-log,custom-fetch,tls,request,drift,backoff,read-once}.test.ts",
      "errors/{messages,classes}.test.ts",
      "client/{retried-call,retry-budget,retry-after,response-limit}.test.ts",
      "client/{every-request,transactions}.test.ts",
      "models/{texts-and-times,facts}.test.ts",
      "client/{client-options,idempotency-key}.test.ts",
      "errors/{bodies,privacy,redacted,private-data}.test.ts",
      "client/{results,with-response,with-options,secret-in-objects,refused-options}.test.ts",
      "client/{send-once,another-answer,idempotency-another-call,deadline}.test.ts",
      "client/{hooks,abort,timeout,retries}.test.ts",
    ],
    bar: 95,
  },
  client: {
    mutate: ["client/methods/{products,checkouts,transactions,bills,poll,options,payments-client}.ts"],
    tests: [
      "client/{client-options,every-request,transactions}.test.ts",
      "models/{unchecked,saved-card-payment}.test.ts",
      "client/{base-url,with-options,with-response}.test.ts",
      "client/{debug-log,response-limit,drift}.test.ts",
      "errors/bodies.test.ts",
      "webhooks/{handler,node-listener}.test.ts",
      "client/{another-answer,refused-options,idempotency-key,poll,deadline,retried-call}.test.ts",
      "models/schemas.test.ts",
    ],
    bar: 85,
  },
  webhooks: {
    mutate: ["webhooks/**/*.ts"],
    tests: [
      "webhooks/{credentials,notification-key,expect-payment,payment-details}.test.ts",
      "webhooks/{other-notifications,payment-handlers}.test.ts",
      "webhooks/{raw-body,verify,report,signature,payout-verification,order-forms,class-functions}.test.ts",
      "webhooks/{handler,authentication,node-listener,frameworks,public-key}.test.ts",
    ],
    bar: 95,
  },
  payments: {
    mutate: ["payments/**/*.ts"],
    tests: [
      "payments/{summary,return-url,money,bodies,outcome,is-transaction}.test.ts",
      "webhooks/{expect-payment,notification-key}.test.ts",
      "client/poll.test.ts",
    ],
    bar: 95,
  },
  models: {
    mutate: ["api/**/*.ts"],
    tests: [
      "models/{schemas,amount,additional-data}.test.ts",
      "models/{complete-request,issues,issue-codes,json-schema,unchecked}.test.ts",
      "models/conformance.test.ts",
      "errors/bodies.test.ts",
    ],
    bar: 85,
  },
  opentelemetry: { mutate: ["telemetry/**/*.ts"], tests: ["telemetry/*.test.ts"], bar: 85 },
  msw: { mutate: ["msw.ts"], tests: ["sandbox/msw.test.ts"], bar: 85 },
  bin: { mutate: ["cli/**/*.ts", "!cli/check/**"], tests: ["cli/!(check|compare|program).test.ts"], bar: 85 },
  check: {
    mutate: ["cli/check/**/*.ts"],
    tests: ["cli/{check,compare,notify,gateway-fixtures}.test.ts"],
    bar: 85,
  },
  openapi: {
    mutate: ["openapi/**/*.ts", "!openapi/write.ts"],
    tests: [
      "openapi/{document,descriptions,operations,fixtures,wrong-requests,exchanges}.test.ts",
      "models/*.test.ts",
      "openapi/lint.test.ts",
    ],
    bar: 85,
  },
  endpoints: {
    mutate: ["sandbox/endpoints/**/*.{ts,tsx}"],
    tests: ["sandbox/{api,gateway}/*.test.ts", "sandbox/{listen,server,widget}.test.ts"],
    bar: 85,
  },
  gateway: {
    // Also what stands beside the rooms.
    mutate: ["sandbox/gateway/**/*.{ts,tsx}", "sandbox/*.ts", "!sandbox/internals.ts"],
    tests: [
      "sandbox/{gateway,api}/*.test.ts",
      "sandbox/dashboard/{calls,story,orders}.test.ts",
      "sandbox/{listen,server}.test.ts",
      "sandbox/pages/**/*.test.ts",
    ],
    bar: 85,
  },
  "check-shop": {
    mutate: ["check-shop/**/*.ts", "sandbox/internals.ts"],
    tests: ["check-shop/{laws,stories,wrong-shops,report}.test.ts"],
    bar: 85,
    isMarkup: true,
  },
  "check-shop-score": {
    // Not what opens the shops. Of texts and of the form of requests, no money depends.
    mutate: ["../test/check-shop/shops/*.ts", "!../test/check-shop/shops/database.ts"],
    tests: ["check-shop/score.ts"],
    bar: 90,
    excluded: ["StringLiteral", "ObjectLiteral", "Regex"],
  },
  pages: {
    mutate: ["sandbox/customer-pages/**/*.{ts,tsx}"],
    tests: ["sandbox/pages/**/*.test.ts"],
    bar: 85,
    isMarkup: true,
  },
  dashboard: {
    mutate: ["sandbox/dashboard/**/*.{ts,tsx}"],
    tests: ["sandbox/dashboard/*.test.ts"],
    bar: 85,
    isMarkup: true,
  },
  widget: {
    mutate: ["sandbox/widget/**/*.{ts,tsx}"],
    tests: ["sandbox/widget.test.ts"],
    bar: 85,
  },
  subscriptions: {
    mutate: ["../examples/subscriptions/src/*.ts", "!../examples/subscriptions/src/main.ts"],
    tests: ["../examples/subscriptions/test/*.test.ts"],
    bar: 80,
  },
  recipes: {
    // Not what needs a process, a proxy or a certificate of its own.
    mutate: [
      "../examples/recipes/*.ts",
      "!../examples/recipes/{client-certificate,connection-limit,proxy,start-shop,undici-fetch}.ts",
    ],
    tests: [
      "examples/recipes/{refunds,renewals,reconcile,signed-notification}.test.ts",
      "check-shop/whole-shops/{bill,several-shops}.test.ts",
      "examples/recipes/{german-form,log-calls}.test.ts",
      "webhooks/recipes.test.ts",
    ],
    bar: 80,
  },
  testing: {
    mutate: ["../examples/testing/src/*.ts"],
    tests: ["../examples/testing/test/*.test.ts"],
    bar: 80,
  },
};
