import { isRecord } from "../../../shared/values.ts";
import { type Exchange, TEXT, WEB_PAGE } from "./exchange.ts";
import { formatOf, isOtherFormat } from "./formats.ts";
import { scalarsIn } from "./mask.ts";

/** A difference of two responses. In a finding, "here" refers to the local gateway. */
export interface Difference {
  /** The field, such as `order.amount`. Empty for the whole response. */
  readonly path: string;
  readonly finding: string;
}

type Path = readonly string[];

const difference = (path: Path, finding: string): Difference => ({ path: path.join("."), finding });

/** Sections that differ for each shop or card. */
const OF_THE_SHOP: ReadonlySet<string> = new Set(["shop", "company", "merchant", "credit_card"]);

/** Fields whose values are words of the API or follow from the request. */
const COMPARED = /^(?:status|type|\w+_type|language|currency|amount|quantity)$/;

function jsonTypeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return Number.isInteger(value) ? "an integer" : "a number with decimals";
  return { string: "text", boolean: "a boolean", object: "an object" }[String(typeof value)] ?? "nothing";
}

function compareScalars(theirs: unknown, ours: unknown, path: Path, sent: readonly unknown[]): Difference[] {
  const [theirType, ourType] = [jsonTypeOf(theirs), jsonTypeOf(ours)];
  if (theirType !== ourType) return [difference(path, `${theirType}, here ${ourType}`)];
  if (typeof theirs === "string" && typeof ours === "string") {
    const [theirFormat, ourFormat] = [formatOf(theirs), formatOf(ours)];
    if (isOtherFormat(theirFormat, ourFormat)) {
      return [difference(path, `${theirFormat}, here ${ourFormat}`)];
    }
    if (/^YYYY/.test(ourFormat)) return [];
  }
  const isComparable =
    !path.some((name) => OF_THE_SHOP.has(name)) &&
    (typeof ours === "boolean" ||
      COMPARED.test(path.at(-1) ?? "") ||
      sent.some((value) => String(value) === String(ours)));
  return theirs === ours || !isComparable ? [] : [difference(path, `${theirs}, here ${ours}`)];
}

function compareValues(theirs: unknown, ours: unknown, path: Path, sent: readonly unknown[]): Difference[] {
  if (isRecord(theirs) && isRecord(ours)) {
    return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].flatMap((name) => {
      const inner = [...path, name];
      if (!Object.hasOwn(theirs, name)) return [difference(inner, "missing")];
      if (!Object.hasOwn(ours, name)) return [difference(inner, "not documented, or not sent here")];
      return compareValues(theirs[name], ours[name], inner, sent);
    });
  }
  if (!Array.isArray(theirs) || !Array.isArray(ours)) return compareScalars(theirs, ours, path, sent);
  if (ours.length === 0) return [];
  if (theirs.length === 0) return [difference(path, "an empty list, here not")];
  return compareValues(theirs[0], ours[0], path, sent);
}

/** Returns the body without the object in which some gateways wrap it. */
const unwrapped = (body: unknown): Readonly<Record<string, unknown>> => {
  if (!isRecord(body)) return {};
  return isRecord(body["response"]) ? body["response"] : body;
};

/** The content of an error body in any of its forms. */
interface Refusal {
  readonly isWrapped: boolean;
  /** The body without its `errors`. */
  readonly rest: Readonly<Record<string, unknown>>;
  readonly isDotted: boolean;
  /** Whether a message is a text instead of an array of texts. */
  readonly isBare: boolean;
  readonly paths: readonly string[];
}

function readRefusal(body: Readonly<Record<string, unknown>>): Refusal {
  const { errors, ...rest } = unwrapped(body);
  const paths = new Set<string>();
  let [isDotted, isBare] = [false, false];
  const visit = (value: unknown, path: Path): void => {
    if (!isRecord(value)) {
      isBare ||= typeof value === "string";
      if (value !== undefined) paths.add(path.join("."));
      return;
    }
    for (const [name, child] of Object.entries(value)) {
      isDotted ||= name.includes(".");
      visit(child, [...path, name]);
    }
  };
  visit(errors, []);
  return { isWrapped: isRecord(body["response"]), rest, isDotted, isBare, paths: [...paths].sort() };
}

function compareRefusals(
  theirs: Readonly<Record<string, unknown>>,
  ours: Readonly<Record<string, unknown>>,
): Difference[] {
  const [their, our] = [readRefusal(theirs), readRefusal(ours)];
  const say = (isOther: boolean, finding: string) => (isOther ? [difference([], finding)] : []);
  const choose = (is: boolean, yes: string, no: string) => `${is ? yes : no}, here ${is ? no : yes}`;
  const [theirPaths, ourPaths] = [their.paths.join(", "), our.paths.join(", ")];
  const areListed = theirPaths !== "" && ourPaths !== "";
  return [
    ...say(
      their.isWrapped !== our.isWrapped,
      `the error is ${choose(their.isWrapped, "in response", "not in response")}`,
    ),
    ...say(
      areListed && their.isDotted !== our.isDotted,
      `keys of errors are ${choose(their.isDotted, "dotted", "nested")}`,
    ),
    ...say(
      areListed && their.isBare !== our.isBare,
      `messages of errors are ${choose(their.isBare, "bare texts", "in arrays")}`,
    ),
    ...say(
      theirPaths !== ourPaths,
      `errors at ${theirPaths || "no field"}, here at ${ourPaths || "no field"}`,
    ),
    ...compareValues(their.rest, our.rest, [], []),
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

/** Compares two answers to the same request. The order of keys and the time are not compared. */
export function compareExchanges(theirs: Exchange, ours: Exchange): Difference[] {
  const [their, our] = [theirs.response, ours.response];
  if (isRefused(their) !== isRefused(our)) {
    return [difference([], `${resultOf(their)}, here ${resultOf(our)}`)];
  }
  const statuses =
    their.status === our.status ? [] : [difference([], `answered ${their.status}, here ${our.status}`)];
  const [theirKind, ourKind] = [kindOf(their.body), kindOf(our.body)];
  if (theirKind !== ourKind) return [...statuses, difference([], `${theirKind}, here ${ourKind}`)];
  if (ourKind !== "JSON") return statuses;
  const [theirType, ourType] = [mediaTypeOf(their), mediaTypeOf(our)];
  const types = theirType === ourType ? [] : [difference([], `content type ${theirType}, here ${ourType}`)];
  const bodies =
    isRefused(our) && isRecord(their.body) && isRecord(our.body)
      ? compareRefusals(their.body, our.body)
      : compareValues(their.body, our.body, [], scalarsIn(ours.request.body));
  return [...statuses, ...types, ...bodies];
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
  const byField = new Map<string, { path: string; finding: string; calls: string[] }>();
  for (const { path, finding, call } of found) {
    const key = JSON.stringify([path, finding]);
    const group = byField.get(key) ?? { path, finding, calls: [] };
    group.calls.push(call);
    byField.set(key, group);
  }
  const byCalls = new Map<string, { paths: string[]; finding: string; calls: string[] }>();
  for (const { path, finding, calls } of byField.values()) {
    const key = JSON.stringify([finding, calls]);
    const group = byCalls.get(key) ?? { paths: [], finding, calls };
    if (path !== "") group.paths.push(path);
    byCalls.set(key, group);
  }
  return [...byCalls.values()];
}
