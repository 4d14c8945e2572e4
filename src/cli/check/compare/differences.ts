import { isRecord } from "../../../shared/values.ts";
import { type Exchange, TEXT, WEB_PAGE } from "./exchange.ts";
import { formatOf, isOtherFormat } from "./formats.ts";

/** A difference of two responses. In a finding, "here" refers to the local gateway. */
export interface Difference {
  /** The field, such as `order.amount`. Empty for the whole response. */
  readonly path: string;
  readonly finding: string;
}

type Path = readonly string[];

const difference = (path: Path, theirs: string, ours: string, subject = ""): Difference[] =>
  theirs === ours ? [] : [{ path: path.join("."), finding: `${subject}${theirs}, here ${ours}` }];

function jsonTypeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return Number.isInteger(value) ? "an integer" : "a number with decimals";
  return { string: "text", boolean: "a boolean", object: "an object" }[String(typeof value)] ?? "nothing";
}

/** Fields whose values are words of the protocol, which decide what a shop does. */
const WORDS = ["status", "finished", "expired"];

function compareScalars(theirs: unknown, ours: unknown, path: Path): Difference[] {
  if (WORDS.includes(path.at(-1) ?? ""))
    return difference(path, JSON.stringify(theirs), JSON.stringify(ours));
  if (typeof theirs !== "string" || typeof ours !== "string")
    return difference(path, jsonTypeOf(theirs), jsonTypeOf(ours));
  const [theirFormat, ourFormat] = [formatOf(theirs), formatOf(ours)];
  return isOtherFormat(theirFormat, ourFormat) ? difference(path, theirFormat, ourFormat) : [];
}

function compareValues(theirs: unknown, ours: unknown, path: Path): Difference[] {
  if (isRecord(theirs) && isRecord(ours)) {
    return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].flatMap((name) => {
      const inner = [...path, name];
      const finding = Object.hasOwn(ours, name) ? "missing" : "not documented, or not sent here";
      return Object.hasOwn(theirs, name) && Object.hasOwn(ours, name)
        ? compareValues(theirs[name], ours[name], inner)
        : [{ path: inner.join("."), finding }];
    });
  }
  if (!Array.isArray(theirs) || !Array.isArray(ours)) return compareScalars(theirs, ours, path);
  if (ours.length === 0) return [];
  if (theirs.length === 0) return difference(path, "an empty list", "not");
  return compareValues(theirs[0], ours[0], path);
}

/** Returns the body without the object in which some gateways wrap it. */
const unwrapped = (body: unknown): Readonly<Record<string, unknown>> => {
  if (!isRecord(body)) return {};
  return isRecord(body["response"]) ? body["response"] : body;
};

const errorsIn = (value: unknown, path: Path = []): (readonly [path: Path, message: unknown])[] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([name, inner]) => errorsIn(inner, [...path, name]))
    : [[path, value]];

function compareRefusals(theirs: Readonly<Record<string, unknown>>, ours: typeof theirs): Difference[] {
  const { errors: theirTree = {}, ...theirRest } = unwrapped(theirs);
  const { errors: ourTree = {}, ...ourRest } = unwrapped(ours);
  const [their, our] = [errorsIn(theirTree), errorsIn(ourTree)];
  const wrapped = ({ response }: typeof theirs) => (isRecord(response) ? "in response" : "not in response");
  const keys = (errors: typeof their) =>
    errors.some(([path]) => path.some((name) => name.includes("."))) ? "dotted" : "nested";
  const messages = (errors: typeof their) =>
    errors.some(([, message]) => typeof message === "string") ? "bare texts" : "in arrays";
  const places = (errors: typeof their) =>
    `at ${[...new Set(errors.map(([path]) => path.join(".")))].sort().join(", ") || "no field"}`;
  const areListed = their.length > 0 && our.length > 0;
  return [
    ...difference([], wrapped(theirs), wrapped(ours), "the error is "),
    ...(areListed ? difference([], keys(their), keys(our), "keys of errors are ") : []),
    ...(areListed ? difference([], messages(their), messages(our), "messages of errors are ") : []),
    ...difference([], places(their), places(our), "errors "),
    ...compareValues(theirRest, ourRest, []),
  ];
}

/** Whether the gateway refused the request. Some gateways refuse in the body of a 200. */
const isRefused = ({ status, body }: Exchange["response"]): boolean =>
  status >= 300 || "errors" in unwrapped(body);

function kindOf(body: unknown): string {
  if (body === undefined) return "an empty body";
  if (body === WEB_PAGE) return "a web page";
  return body === TEXT ? "a text" : "JSON";
}

const mediaTypeOf = ({ headers }: Exchange["response"]): string =>
  headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "none";

/** Returns the result of a request, such as `refused with 422: Record not found`. */
function resultOf(response: Exchange["response"]): string {
  const { status, body } = response;
  const { message: reason } = unwrapped(body);
  const message = typeof reason === "string" ? `: ${reason}` : "";
  return isRefused(response) ? `refused with ${status}${message}` : `accepted with ${status}`;
}

/** Compares two answers to the same request. The order of keys, values and the time are not compared. */
export function compareExchanges({ response: their }: Exchange, { response: our }: Exchange): Difference[] {
  if (isRefused(their) !== isRefused(our)) return difference([], resultOf(their), resultOf(our));
  const [theirKind, ourKind] = [kindOf(their.body), kindOf(our.body)];
  const found = [
    ...difference([], String(their.status), String(our.status), "answered "),
    ...difference([], theirKind, ourKind),
  ];
  if (theirKind !== ourKind || ourKind !== "JSON") return found;
  found.push(...difference([], mediaTypeOf(their), mediaTypeOf(our), "content type "));
  return isRefused(our) && isRecord(their.body) && isRecord(our.body)
    ? [...found, ...compareRefusals(their.body, our.body)]
    : [...found, ...compareValues(their.body, our.body, [])];
}

/** A difference that several fields or calls have in common. */
export interface GroupedDifference {
  readonly paths: readonly string[];
  readonly finding: string;
  readonly calls: readonly string[];
}

/** Groups equal differences, first the calls of each field, then the fields of the same calls. */
export function groupDifferences(
  found: readonly (Difference & { readonly call: string })[],
): GroupedDifference[] {
  const byField = Map.groupBy(found, ({ path, finding }) => JSON.stringify([path, finding]));
  const fields = [...byField.values()].flatMap((same) =>
    same.slice(0, 1).map(({ path, finding }) => ({ path, finding, calls: same.map(({ call }) => call) })),
  );
  const byCalls = Map.groupBy(fields, ({ finding, calls }) => JSON.stringify([finding, calls]));
  return [...byCalls.values()].flatMap((same) =>
    same.slice(0, 1).map(({ finding, calls }) => ({
      paths: same.flatMap(({ path }) => (path === "" ? [] : path)),
      finding,
      calls,
    })),
  );
}
