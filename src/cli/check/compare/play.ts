import { ApiError, ConnectionError, type PaymentsClient, PaymentsError } from "payments-client";
import { isRecord } from "../../../shared/values.ts";
import { explainFailure } from "../connection-failure.ts";
import type { Exchange } from "./exchange.ts";
import { keepHeaders, maskBody } from "./mask.ts";
import type { HostSteps, Step } from "./steps.ts";

/** One of the two gateways. */
export interface Side {
  readonly client: PaymentsClient;
  /** A client with a wrong secret key. */
  readonly stranger: PaymentsClient;
  readonly source: string;
  readonly addresses: readonly string[];
  /** Values of names in braces that both gateways share. They may be printed. */
  readonly shown: ReadonlyMap<string, string>;
  /** Secret values of names in braces. */
  readonly hidden: ReadonlyMap<string, string>;
  /** Credentials that a response might contain. */
  readonly secrets: readonly string[];
}

/** The result of a step. */
export type Played =
  | { readonly is: "exchange"; readonly exchange: Exchange }
  /** There was no readable response. */
  | { readonly is: "failure"; readonly reason: string }
  | { readonly is: "left out" };

const NAMES = /\{(\w+)\}/g;

function fill(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return value.replaceAll(NAMES, (name, inner) => values.get(inner) ?? name);
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner, values)]));
}

const pathOf = ({ path }: Step, values: ReadonlyMap<string, string>): string =>
  path.replaceAll(NAMES, (name, inner) => encodeURIComponent(values.get(inner) ?? name));

/** Returns the response unchanged, because `request` does not check the result. */
async function send(client: PaymentsClient, step: Step, values: ReadonlyMap<string, string>) {
  try {
    const options = step.body === undefined ? {} : { body: fill(step.body, values) };
    const { data, status, headers } = await client
      .request(step.method, pathOf(step, values), options)
      .withResponse();
    return { status, headers, body: data };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, headers, body } = error.response;
    return { status, headers, body: body === "" ? undefined : body };
  }
}

const valueAt = (body: unknown, path: readonly string[]): unknown =>
  path.reduce((inner: unknown, name) => (isRecord(inner) ? inner[name] : undefined), body);

/** Sends the calls to a gateway in order. After a failure to connect, the other calls to the host are skipped. */
export async function play(side: Side, hosts: readonly HostSteps[]): Promise<Map<string, Played>> {
  const played = new Map<string, Played>();
  const given = new Map<string, string>();
  const sent: unknown[] = [];
  const playStep = async (step: Step): Promise<Played> => {
    const values = new Map([...side.shown, ...side.hidden, ...given]);
    const isComplete = Array.from(step.path.matchAll(NAMES)).every(([, name = ""]) => values.has(name));
    const needed = JSON.stringify(step.body ?? "").matchAll(NAMES);
    if (!isComplete || !Array.from(needed).every(([, name = ""]) => values.has(name))) {
      return { is: "left out" };
    }
    const { status, headers, body } = await send(step.isStranger ? side.stranger : side.client, step, values);
    const [name, ...path] = step.gives ?? [];
    const value = valueAt(body, path);
    if (name !== undefined && typeof value === "string" && value !== "") given.set(name, value);
    const request = step.body === undefined ? {} : { body: fill(step.body, side.shown) };
    sent.push(request.body);
    const masked = maskBody(body, {
      sent,
      replacements: new Map([
        ...side.secrets.map((secret) => [secret, "[redacted]"] as const),
        ...Array.from(side.hidden, ([hiddenName, secret]) => [secret, `{${hiddenName}}`] as const),
      ]),
      ids: new Set(given.values()),
      addresses: side.addresses,
    });
    const response = { status, headers: keepHeaders(headers), ...(masked !== undefined && { body: masked }) };
    const { method, path: template } = step;
    return {
      is: "exchange",
      exchange: {
        name: step.name,
        source: side.source,
        request: { method, path: template, ...request },
        response,
      },
    };
  };
  for (const { steps } of hosts) {
    let isReachable = true;
    for (const step of steps) {
      const result: Played = isReachable
        ? await playStep(step).catch((error: unknown): Played => {
            if (!(error instanceof PaymentsError)) throw error;
            if (!(error instanceof ConnectionError)) return { is: "failure", reason: error.message };
            isReachable = false;
            const { message, advice } = explainFailure(error);
            return { is: "failure", reason: `${message}. ${advice}` };
          })
        : { is: "left out" };
      played.set(step.name, result);
    }
  }
  return played;
}
