/** What is mutated together, and the tests that hold it. */
export interface Folder {
  /** Below `src`. */
  readonly mutate: readonly string[];
  /** Below `test`. None needs a build: there is none where Stryker runs them. */
  readonly tests: readonly string[];
  /** The least score, in percent. */
  readonly bar: number;
  readonly ignoreStatic?: boolean;
  readonly isMarkup?: boolean;
}

const QUICK = [
"errors/{messages,classes}.test.ts",
"transport/{debug-log,secret-key,custom-fetch,max-retries,base-url,backoff,request,retried-call,drift}.test.ts",
"errors/{bodies,no-json}.test.ts", "{options,requests}.test.ts", 
"errors/{hostile-bodies,privacy}.test.ts",
"transport/{read-once,response-limit,retry-budget,retry-after,results,hooks,abort}.test.ts",

"transport/timeout.test.ts",
];
export const FOLDERS = {
  errors: { mutate: ["errors/**"], tests: QUICK, bar: 95 },
  transport: { mutate: ["transport/**"], tests: QUICK, bar: 95 },
} as const satisfies Record<string, Folder>;
