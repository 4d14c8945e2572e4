/** A mutant that no test can notice, and why. */
interface Survivor {
  readonly file: string;
  /** The line as it is in the source, without its indentation. */
  readonly line: string;
  /** What Stryker writes instead. */
  readonly replacement: string;
  readonly reason: string;
}

export const SURVIVORS: readonly Survivor[] = [
  {
    file: "src/client/send.ts",
    line: "const abort = (): void => controller.abort(signal?.reason);",
    replacement: "signal.reason",
    reason: "it is called by the signal only; its type does not say so",
  },
  {
    file: "examples/recipes/reconcile.ts",
    line: "await (handlers[event.outcome] ?? handlers.otherwise)?.(event); // as its notification",
    replacement: "(handlers[event.outcome] ?? handlers.otherwise)(event)",
    reason: "the recipe's table has a function for every outcome; its type does not say so",
  },
  {
    file: "examples/testing/src/reconcile.ts",
    line: "await (handlers[event.outcome] ?? handlers.otherwise)?.(event);",
    replacement: "(handlers[event.outcome] ?? handlers.otherwise)(event)",
    reason: "the example's table has a function for every outcome; its type does not say so",
  },
  {
    file: "examples/recipes/ask-once.ts",
    line: "(parentUid === undefined || transaction.parent_uid === parentUid)",
    replacement: "false",
    reason: "what follows no transaction has no parent_uid: undefined equals undefined",
  },
  {
    file: "examples/recipes/refunds.ts",
    line: 'const isLate = refund.state === "sent" && Date.now() - (refund.sentAt ?? 0) >= underWay;',
    replacement: "true",
    reason:
      "the job claims no refund that is neither asked nor sent; a statement in a database has to say it",
  },
  {
    file: "examples/recipes/renewals.ts",
    line: 'const event = answer.is === "done" ? paymentEvent(answer.transaction) : undefined;',
    replacement: "true",
    reason: "the event of nothing is unknown, which changes no row; the compiler refuses it",
  },
];
