import type { ApiCall, UndocumentedField } from "../../sandbox/gateway/calls.ts";
import { parseJson } from "../../sandbox/gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../../sandbox/gateway/input/section.ts";
import { languageWithoutTexts } from "../../sandbox/gateway/page-languages.ts";
import type { Delivery } from "../../sandbox/gateway/records/delivery.ts";
import type { SandboxClientOptions } from "../../sandbox/sandbox-options.ts";
import { printable } from "../terminal.ts";
import type { SandboxArguments } from "./arguments.ts";

export function greeting(
  options: SandboxClientOptions,
  lines: readonly string[],
  addresses: readonly string[],
  { publicUrl, state, env }: Pick<SandboxArguments, "publicUrl" | "state" | "env">,
): string {
  const { baseUrl, checkoutUrl, gatewayUrl } = options;
  const others = addresses.map((address) => `  network     ${address}\n`).join("");
  const environment =
    env === undefined ? `For your environment:\n\n${lines.join("\n")}` : `The environment is in ${env}.`;
  return `A payment gateway runs on this machine. No money moves. Press Ctrl+C to stop it.

  dashboard   ${baseUrl}/
  products    ${baseUrl}
  checkout    ${checkoutUrl}
  gateway     ${gatewayUrl}
  widget      ${checkoutUrl}/widget/be_gateway.js
${others}  public URL  ${publicUrl ?? "none; --public-url URL is for a tunnel"}
  state       ${state ?? "in memory; --state FILE saves it"}

${environment}
`;
}

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
  return `${timeOf(at)} <- ${method} ${printable(address)} ${status}${parts.length > 0 ? `  ${parts.join("; ")}` : ""}`;
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

/** The line of a post to the shop: what it told, what the shop answered, and when it is repeated. */
export function deliveryLine(delivery: Delivery, now = Date.now()): string {
  const { url, answers, type, nextAttemptAt, disturbance, copyOf } = delivery;
  const { at = "", status, error } = answers.at(-1) ?? {};
  // An edited body can be anything.
  const content = sectionOf(parseJson(delivery.body));
  const transaction = sectionOf(content["transaction"]);
  const token = sectionOf(content["checkout"] ?? content);
  const next = nextAttemptAt && `next attempt in ${waitText(Date.parse(nextAttemptAt) - now)}`;
  const parts = [
    ...orderText(transaction, token["order"]),
    resultText(delivery, transaction),
    ...(copyOf === undefined ? [] : ["sent again with changes"]),
    ...(disturbance === undefined ? [] : [`disturbed: ${disturbance}`]),
    ...(status === 200 || type === "verification" ? [] : [next ?? "no further attempt"]),
  ];
  const address = addressOf(url);
  const answer = status ?? `no answer: ${printable((error ?? "").replaceAll(url, address))}`;
  return `${timeOf(at)} -> POST ${address} ${answer} in ${now - Date.parse(at)} ms  ${parts.join("; ")}`;
}
