import { randomUUID } from "node:crypto";
import { ApiError, ConnectionError, type PaymentsClient, UnexpectedResponseError } from "payments-client";
import type { Host } from "../../api/operations.ts";
import { VARIABLES } from "../../runtime/environment.ts";
import { parseUrl } from "../../shared/parse-url.ts";
import { printable } from "../../shared/printable.ts";
import { isRecord } from "../../shared/values.ts";
import { webPageIn } from "../../shared/web-page.ts";
import { type Explanation, explainFailure } from "./connection-failure.ts";

export type Probed =
  /**
   * The address belongs to the API. `isCertain` excludes a 404 for an unknown id. `isKeyRead` requires that another key is
   * refused.
   */
  | {
      readonly is: "api";
      readonly isCertain: boolean;
      readonly isKeyRead: boolean;
      readonly result?: unknown;
    }
  | { readonly is: "refusal"; readonly status: number }
  | ({ readonly is: "other" } & Explanation)
  | ({ readonly is: "unreachable" } & Explanation);

export interface Api {
  readonly option: Host;
  readonly name: string;
  /** Whether 404 is a right answer, because the call contains an unknown id. */
  readonly isAnsweredBy404: boolean;
  /** Sends a call that changes nothing. */
  readonly ask: (client: PaymentsClient) => Promise<unknown>;
}

const unknownId = (): string => `payments-client-check-${randomUUID()}`;

export const APIS: readonly Api[] = [
  {
    option: "baseUrl",
    name: "the products API",
    isAnsweredBy404: false,
    ask: (client) => client.products.list(),
  },
  {
    option: "checkoutUrl",
    name: "the payment token API",
    isAnsweredBy404: true,
    ask: (client) => client.checkouts.get(unknownId()),
  },
  {
    option: "gatewayUrl",
    name: "the transaction API",
    isAnsweredBy404: true,
    ask: (client) => client.transactions.findByTrackingId(unknownId()),
  },
];

/** Returns the configured addresses that are valid URLs. */
export const urlsIn = (environment: NodeJS.ProcessEnv): readonly (readonly [variable: string, url: URL])[] =>
  APIS.flatMap(({ option }) => {
    const variable = VARIABLES[option];
    const url = parseUrl(environment[variable] ?? "");
    return url ? [[variable, url] as const] : [];
  });

const kindOf = (body: unknown): string => {
  if (typeof body !== "string") return "JSON of another kind";
  if (body === "") return "an empty body";
  return webPageIn(body) ? "a web page" : "text";
};

const isNot = ({ name }: Api, status: number, body: unknown): Probed => ({
  is: "other",
  message: `is not ${name}: it answers ${status} with ${kindOf(body)}`,
  advice: "Look for a wrong host or path.",
});

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403].includes(error.response.status);

const refuses = (api: Api, stranger: PaymentsClient): Promise<boolean> =>
  api.ask(stranger).then(() => false, isRefusal);

const fromApiError = async (api: Api, error: ApiError, stranger: PaymentsClient): Promise<Probed> => {
  const { status, body, headers } = error.response;
  const page = webPageIn(body);
  if (page && isRefusal(error)) {
    const message = `answers ${status}, but ${printable(page)}, not the gateway`;
    const advice = "A firewall or a proxy refuses this machine. Ask who operates it.";
    return { is: "other", message, advice };
  }
  if (isRefusal(error)) return { is: "refusal", status };
  // An API of the gateway returns a message. Other servers answer an unknown path with a page or another body.
  if (status === 404 && api.isAnsweredBy404 && isRecord(body) && body["message"] !== undefined)
    return { is: "api", isCertain: false, isKeyRead: await refuses(api, stranger) };
  if (status < 400) {
    const target = parseUrl(headers.get("location") ?? "");
    const where = target ? ` to ${target.origin}` : "";
    return { is: "other", message: `redirects${where} (${status})`, advice: "Set the final address." };
  }
  if (status === 429 || status >= 500)
    return { is: "other", message: `answers ${status}`, advice: "Run the check again later." };
  return isNot(api, status, body);
};

/** @param stranger A client with another key, because any server may answer 404. */
export async function probe(api: Api, client: PaymentsClient, stranger: PaymentsClient): Promise<Probed> {
  try {
    return { is: "api", isCertain: true, isKeyRead: true, result: await api.ask(client) };
  } catch (error) {
    if (error instanceof ApiError) return fromApiError(api, error, stranger);
    if (error instanceof ConnectionError) return { is: "unreachable", ...explainFailure(error) };
    if (error instanceof UnexpectedResponseError)
      return isNot(api, error.response.status, error.response.body);
    throw error;
  }
}
