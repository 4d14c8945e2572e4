import {
  adviceForChanged,
  isForged,
  isForgeryAccepted,
  isRightAnswer,
} from "../../sandbox/dashboard/orders/delivery-state.ts";
import { LINKED_PAGES } from "../../sandbox/dashboard/page.ts";
import type { ApiCall, UndocumentedField } from "../../sandbox/gateway/calls.ts";
import { parseJson } from "../../sandbox/gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../../sandbox/gateway/input/section.ts";
import { languageWithoutTexts } from "../../sandbox/gateway/page-languages.ts";
import type { Delivery } from "../../sandbox/gateway/records/delivery.ts";
import { printable } from "../../shared/printable.ts";
import { coloured, wrapped } from "../terminal.ts";

/** The columns of a time: the lines that follow begin there. */
const INDENT = 9;

const statusText = (status: number): string => coloured(status < 400 ? "green" : "red", String(status));

const MAX_PROBLEMS = 5;

const timeOf = (at: string): string => new Date(at).toLocaleTimeString("en-GB");

/** The merchant's number of an order; customers' data stay out of the terminal. */
const orderText = (...sections: unknown[]): string[] => {
  const id = sections
    .map((value) => textOf(sectionOf(value)["tracking_id"]))
    .find((found) => found !== undefined);
  return id === undefined ? [] : [`order ${printable(id)}`];
};

const problemText = ({ path, messages }: ApiCall["problems"][number]): string =>
  [...(path.length > 0 ? [path.join(".")] : []), messages.join(", ")].join(": ");

const problemTexts = ({ problems }: ApiCall): string[] => {
  const shown = problems.slice(0, MAX_PROBLEMS).map((problem) => printable(problemText(problem)));
  const more = problems.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more problems`] : shown;
};

const fieldText = ({ path, nearest }: UndocumentedField): string =>
  printable(path.join(".")) + (nearest === undefined ? "" : ` (${nearest}?)`);

/** The language that a token or a product asks for, if the customer's pages have no texts in it. */
const languageTexts = (sent: Readonly<Record<string, unknown>>): string[] => {
  const { language = sent["language"] } = sectionOf(sectionOf(sent["checkout"])["settings"]);
  const requested = languageWithoutTexts(language);
  return requested === undefined
    ? []
    : [printable(`the page has no texts in "${requested}": it is in English`)];
};

/** The line of an API call: what was called, and what was refused. */
export function callLine(call: ApiCall): string {
  const { at, method, path, status, body, answer, undocumented } = call;
  const [sent, answered] = [sectionOf(body), sectionOf(answer)];
  const parts = [
    ...orderText(
      sectionOf(sent["checkout"])["order"],
      sent["request"],
      sectionOf(answered["checkout"])["order"],
      answered["transaction"],
    ),
    ...problemTexts(call),
    ...languageTexts(sent),
    ...(undocumented.length > 0 ? [`undocumented fields: ${undocumented.map(fieldText).join(", ")}`] : []),
  ];
  const [address = ""] = path.split("?", 1);
  const head = `${timeOf(at)} <- ${method} ${printable(address)} ${statusText(status)}`;
  return wrapped(`${head}${parts.length > 0 ? `  ${parts.join("; ")}` : ""}`, INDENT);
}

/** The event that a notification reports: `payment successful`. */
function resultText({ type }: Delivery, { status, type: kind }: Readonly<Record<string, unknown>>): string {
  if (type === "checkout") return "payment token expired";
  return type === "verification" ? "payout verification" : printable(`${textOf(kind)} ${textOf(status)}`);
}

const waitText = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
};

/** Where it was posted. A query or a password in it can be a secret of the shop. */
const addressOf = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return printable(origin + pathname);
};

/** Why a shop answers 401 to a genuine notification, most often. */
const OLD_KEY =
  "401: the shop's PAYMENTS_PUBLIC_KEY or PAYMENTS_SECRET_KEY may be old. The dashboard has the current ones, and --env FILE writes them.";

/** What an answer means, in lines of their own. */
const remarksOn = (delivery: Delivery, dashboard: string): string[] => {
  const advice = adviceForChanged(delivery);
  if (isForgeryAccepted(delivery))
    return [coloured("red", wrappedRemark(`${advice} Read ${dashboard}${LINKED_PAGES.guide.address}`))];
  if (advice !== undefined) return [wrappedRemark(advice)];
  return delivery.status === 401 && !isForged(delivery) ? [wrappedRemark(OLD_KEY)] : [];
};

const wrappedRemark = (text: string): string => wrapped(" ".repeat(INDENT) + text, INDENT);

/** The lines of a post to the shop: what it contains, what the shop answered, and when it is repeated. */
export function deliveryLines(delivery: Delivery, dashboard: string): string[] {
  const { url, answers, type, nextAttemptAt, disturbance, copyOf } = delivery;
  const { at = "", status, error, durationMs = 0 } = answers.at(-1) ?? {};
  // An edited body can be anything.
  const content = sectionOf(parseJson(delivery.body));
  const transaction = sectionOf(content["transaction"]);
  const token = sectionOf(content["checkout"] ?? content);
  const next = nextAttemptAt && `next attempt in ${waitText(Date.parse(nextAttemptAt) - Date.now())}`;
  const parts = [
    ...orderText(transaction, token["order"]),
    resultText(delivery, transaction),
    ...(copyOf === undefined ? [] : ["sent again with changes"]),
    ...(disturbance === undefined ? [] : [`disturbed: ${disturbance}`]),
    ...(status === 200 || type === "verification" ? [] : [next ?? "no further attempt"]),
  ];
  const address = addressOf(url);
  const answer =
    status === undefined
      ? coloured("red", `no answer: ${printable((error ?? "").replaceAll(url, address))}`)
      : coloured(isRightAnswer(delivery, status) ? "green" : "red", String(status));
  const head = `${timeOf(at)} -> POST ${address} ${answer} in ${Math.round(durationMs)} ms`;
  return [wrapped(`${head}  ${parts.join("; ")}`, INDENT), ...remarksOn(delivery, dashboard)];
}
