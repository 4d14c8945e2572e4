import {
  adviceForChanged,
  isForged,
  isForgeryAccepted,
  isRightAnswer,
  summaryOfDelivery,
} from "../../sandbox/explain/notification-state.ts";
import { LINKED_PAGES } from "../../sandbox/explain/sentence.ts";
import { parseJson, sectionOf, textOf } from "../../sandbox/gateway/input/section.ts";
import type { ApiCall, UndocumentedField } from "../../sandbox/gateway/journal.ts";
import type { Delivery } from "../../sandbox/gateway/orders/order.ts";
import { addressOf } from "../../shared/parse-url.ts";
import { printable } from "../../shared/printable.ts";
import type { Terminal } from "../terminal.ts";

/** Number of columns of a time and the gap after it. */
const INDENT = 9;

const MAX_PROBLEMS = 5;

const timeOf = (at: string): string => new Date(at).toLocaleTimeString("en-GB");

/** Returns the merchant's number of an order. The log must not contain customer data. */
const orderText = (...sections: unknown[]): string[] => {
  const id = sections
    .map((value) => textOf(sectionOf(value)["tracking_id"]))
    .find((found) => found !== undefined);
  return id === undefined ? [] : [`order ${printable(id)}`];
};

const problemTexts = ({ problems }: ApiCall): string[] => {
  const shown = problems.slice(0, MAX_PROBLEMS).map(({ path, messages }) => {
    const field = path.length > 0 ? `${path.join(".")}: ` : "";
    return printable(field + messages.join(", "));
  });
  const more = problems.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more problems`] : shown;
};

const fieldText = ({ path, nearest }: UndocumentedField): string =>
  printable(path.join(".")) + (nearest === undefined ? "" : ` (${nearest}?)`);

export function callLine(call: ApiCall, terminal: Terminal): string {
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
    ...(undocumented.length > 0 ? [`undocumented fields: ${undocumented.map(fieldText).join(", ")}`] : []),
  ];
  const [address = ""] = path.split("?", 1);
  const head = `${timeOf(at)} <- ${method} ${printable(address)} ${terminal.colored(status < 400 ? "green" : "red", String(status))}`;
  return terminal.wrapped(`${head}${parts.length > 0 ? `  ${parts.join("; ")}` : ""}`, INDENT);
}

const waitText = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
};

/** The most frequent reason for a 401 to a genuine notification. */
const OLD_KEY =
  "401 may mean that the shop's PAYMENTS_PUBLIC_KEY or PAYMENTS_SECRET_KEY is old. Copy the current keys from the dashboard, or write them with --env FILE.";

const remarksOn = (delivery: Delivery, dashboard: string, { colored, wrapped }: Terminal): string[] => {
  const wrappedRemark = (text: string): string => wrapped(" ".repeat(INDENT) + text, INDENT);
  const advice = adviceForChanged(delivery);
  if (isForgeryAccepted(delivery))
    return [colored("red", wrappedRemark(`${advice} Read ${dashboard}${LINKED_PAGES.guide.address}`))];
  if (advice !== undefined) return [wrappedRemark(advice)];
  return delivery.status === 401 && !isForged(delivery) ? [wrappedRemark(OLD_KEY)] : [];
};

/** Returns the lines of a notification, with the content, the shop's answer and the time of the repeat. */
export function deliveryLines(delivery: Delivery, dashboard: string, terminal: Terminal): string[] {
  const { colored, wrapped } = terminal;
  const { url, answers, type, nextAttemptAt, disturbance, copyOf } = delivery;
  const { at = "", status, error, durationMs = 0 } = answers.at(-1) ?? {};
  // The body may be edited and may have any content.
  const content = sectionOf(parseJson(delivery.body));
  const transaction = sectionOf(content["transaction"]);
  const token = sectionOf(content["checkout"] ?? content);
  const next = nextAttemptAt && `next attempt in ${waitText(Date.parse(nextAttemptAt) - Date.now())}`;
  const parts = [
    ...orderText(transaction, token["order"]),
    printable(summaryOfDelivery(delivery)),
    ...(copyOf === undefined ? [] : ["sent again with changes"]),
    ...(disturbance === undefined ? [] : [`disturbed: ${disturbance}`]),
    ...(status === 200 || type === "verification" ? [] : [next ?? "no further attempt"]),
  ];
  const address = printable(addressOf(url));
  const answer =
    status === undefined
      ? colored("red", `no answer: ${printable((error ?? "").replaceAll(url, address))}`)
      : colored(isRightAnswer(delivery, status) ? "green" : "red", String(status));
  const head = `${timeOf(at)} -> POST ${address} ${answer} in ${Math.round(durationMs)} ms`;
  return [wrapped(`${head}  ${parts.join("; ")}`, INDENT), ...remarksOn(delivery, dashboard, terminal)];
}
