import { driftHooks, InvalidRequestError, type Issue, PaymentsClient } from "../../../src/index.ts";
import { optionsFor } from "../../support/gateway.ts";
import { ANSWER } from "../params.ts";
import { call, isSame, paramsWith, pathOf, sentPathOf, show, valueAt } from "../requests.ts";
import type { Section, Statement } from "../tables/statement.ts";

const isOnly = ([issue, ...others]: readonly Issue[], path: readonly string[], message: string): boolean =>
  issue !== undefined &&
  others.length === 0 &&
  isSame(issue.path, path) &&
  issue.messages.length === 1 &&
  issue.messages.every((found) => found.startsWith(message));

const OPTIONS = optionsFor("https://gateway.example");

let body: unknown;
let reported: unknown[] = [];
// Without a socket, because there are thousands of values.
const fetch = async (_: string, init: RequestInit) => {
  body = JSON.parse(String(init.body));
  return Response.json(ANSWER.body, ANSWER);
};
const hooks = driftHooks(({ issues }) => reported.push(...issues.map(({ path }) => path)));
const client = new PaymentsClient({ ...OPTIONS, fetch, hooks });
const unchecked = client.withOptions({ validate: false });

/** The value of a field on the wire with the paths that `driftHooks` reports, or the error of the call. */
const attempt = async (
  section: Section,
  statement: Statement,
  params: object,
  by = client,
): Promise<{ arrived?: unknown; error?: unknown; reported: unknown[] }> => {
  body = undefined;
  reported = [];
  const error: unknown = await call(by, section, params).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (body === undefined) return { error, reported };
  return { arrived: valueAt(body, sentPathOf(section, statement)), reported };
};

/** How requests of the client differ from a statement. */
export const wireProblems = async (section: Section, statement: Statement): Promise<string[]> => {
  const { kind, isRequired, isNeverEmpty, empty } = statement;
  const problems: string[] = [];
  const send = async (value: unknown, sent: unknown, more?: Readonly<Record<string, unknown>>) => {
    const params = paramsWith(section, statement, value, more);
    const { arrived, error, reported } = await attempt(section, statement, params);
    const expected = kind.reports?.includes(value) ? [pathOf(section, statement)] : [];
    if (error) problems.push(`${show(value)} is refused: ${String(error)}`);
    else if (!isSame(arrived, sent)) problems.push(`${show(value)} arrives as ${show(arrived)}`);
    else if (!isSame(reported, expected)) problems.push(`${show(value)} is reported as ${show(reported)}`);
  };
  const refuse = async (value: unknown, message: string) => {
    const params = paramsWith(section, statement, value);
    const { error } = await attempt(section, statement, params);
    if (!(error instanceof InvalidRequestError)) problems.push(`${show(value)} is sent`);
    else if (!isOnly(error.issues, pathOf(section, statement), message))
      problems.push(`${show(value)}: ${String(error)}`);
  };
  for (const [value, sent] of kind.takes) {
    await send(value, sent);
    const params = paramsWith(section, statement, value);
    const { arrived } = await attempt(section, statement, params, unchecked);
    if (!isSame(arrived, sent)) problems.push(`${show(value)}, not validated, arrives as ${show(arrived)}`);
  }
  for (const value of kind.reports ?? []) await send(value, value);
  for (const value of [...kind.refuses, ...kind.isStrictOn]) await refuse(value, kind.messageOn(value));
  const nothing = kind.isText ? [undefined, null, ""] : [undefined, null];
  for (const value of nothing) {
    if (isRequired || (isNeverEmpty && value !== undefined)) await refuse(value, "is required");
    else await send(value, empty && "sent" in empty ? empty.sent : value, empty?.beside);
  }
  return problems;
};
