import { type Issue, sentence } from "../../api/error-tree.ts";
import type { Operation } from "../../api/operations.ts";
import { ConfigurationError } from "../../errors/configuration-error.ts";
import { InvalidRequestError } from "../../errors/invalid-request-error.ts";
import { problemWithOptions } from "../../errors/refuse-unknown.ts";
import { fileAdvice, withVariable } from "../../runtime/environment.ts";
import { isGiven, isRecord } from "../../shared/values.ts";
import { invalidRequest } from "./invalid-request.ts";

/** An option. Not a zod model, because zod would delay the first response of a process by more than a millisecond. */
export interface OptionRule<T> {
  /** The end of the sentence "must be …". */
  readonly expected: string;
  readonly isValid: (value: unknown) => boolean;
  /** Exists only in the type, which is the type of a valid value. */
  readonly exact?: (value: T) => void;
}

/** The values of options that follow the rules. */
type OptionValues<Rules> = {
  [Name in keyof Rules]: Rules[Name] extends OptionRule<infer T> ? T : never;
};

/* @__NO_SIDE_EFFECTS__ */
export function satisfying<T>(expected: string, isValid: (value: unknown) => boolean): OptionRule<T> {
  return { expected, isValid };
}

/* @__NO_SIDE_EFFECTS__ */
export function optional<T>({ expected, isValid }: OptionRule<T>): OptionRule<T | undefined> {
  return satisfying(expected, (value) => value === undefined || isValid(value));
}

/* @__NO_SIDE_EFFECTS__ */
export function integerFrom(unit: string, min: number, max = Number.MAX_SAFE_INTEGER): OptionRule<number> {
  return satisfying(
    `an integer of ${unit}, ${min} to ${max}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  );
}

/**
 * Validates options.
 *
 * @param operation The call of the options. Undefined for the options of a client.
 * @throws ConfigurationError that names invalid options and their environment variables, or for a call an
 * InvalidRequestError.
 */
export function checkOptions<Rules extends Readonly<Record<string, OptionRule<never>>>>(
  rules: Rules,
  values: unknown,
  operation?: Operation,
): asserts values is OptionValues<Rules> {
  const issues: Issue[] = [];
  const given = Object(values);
  for (const [option, { expected, isValid }] of Object.entries<OptionRule<never>>(rules)) {
    const value: unknown = given[option];
    if (isValid(value)) continue;
    const message = isGiven(value) ? `must be ${expected}` : "is required";
    issues.push({ path: [withVariable(option)], messages: [message] });
  }
  if (issues.length > 0 && operation) throw new InvalidRequestError(operation, issues);
  if (issues.length > 0)
    throw new ConfigurationError(sentence(issues) + fileAdvice(given.shopId, given.secretKey));
}

/** @throws InvalidRequestError if the options of a call are not an object, or contain an unknown name. */
export function refuseUnknownOptions(operation: Operation, options: unknown, names: readonly string[]): void {
  const message = problemWithOptions(options, names);
  if (message)
    throw invalidRequest(operation, ["options"], message, isRecord(options) ? "forbidden" : "type");
}
