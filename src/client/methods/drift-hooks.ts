import type { Issue } from "../../api/error-tree.ts";
import { unknownCodes } from "../../api/fields/codes.ts";
import { list } from "../../api/fields/primitives.ts";
import { problemsOf } from "../../api/fields/problems.ts";
import { rowOf } from "../../api/operations.ts";
import { PARAMS } from "../../api/params.ts";
import { RESULTS } from "../../api/results.ts";
import type { CallEvent, DataEvent, Hooks } from "../prepare/hooks.ts";

/** A response differs from the documentation, or a request contains an unknown currency or country. */
export interface DriftEvent extends CallEvent {
  /**
   * The documented fields with another type, at most 1000. For a request, the fields whose currency or country this
   * runtime does not find in ISO 4217 or ISO 3166-1. They are still sent, because a code can be new.
   */
  readonly issues: Issue[];
  /**
   * The result as received, or the parameters of the request. It may contain customer data, so `inspect` and JSON omit
   * it.
   */
  readonly body: unknown;
}

function driftIn({ operation, params, result }: DataEvent): Issue[] {
  if (operation === "request") return [];
  const { takes, returns, isList, errorRoot = [] } = rowOf(operation);
  if (takes && params !== undefined) return unknownCodes(PARAMS[takes], params, errorRoot);
  if (!returns || result === undefined) return [];
  return problemsOf(isList ? list(RESULTS[returns]) : RESULTS[returns], result);
}

/**
 * Creates hooks that report each answer that differs from its model, and each request with a currency or a country that
 * this runtime does not find in ISO 4217 or ISO 3166-1. Only a program that uses them bundles the models of the answers.
 *
 * ```ts
 * import { driftHooks, PaymentsClient } from "payments-client";
 *
 * const payments = new PaymentsClient({
 *   hooks: driftHooks(({ operation, issues }) => console.warn(operation, issues)),
 * });
 * ```
 *
 * @param report Called for each difference. Errors that it throws are ignored.
 */
export const driftHooks = (report: (event: DriftEvent) => void): Hooks => ({
  onData: (event) => {
    const { callId, operation, params, result } = event;
    const issues = driftIn(event);
    const body = result ?? params;
    // `inspect` and JSON omit the body, because it may contain customer data.
    const drift = Object.defineProperty({ callId, operation, issues, body }, "body", { enumerable: false });
    return issues.length > 0 && report(drift);
  },
});
