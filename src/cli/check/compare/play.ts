import { randomUUID } from "node:crypto";
import {
  ApiError,
  type ClientOptions,
  ConnectionError,
  PaymentsClient,
  PaymentsError,
} from "payments-client";
import { isRecord } from "../../../shared/values.ts";
import { explainFailure } from "../connection-failure.ts";
import type { Exchange } from "./exchange.ts";
import { keepHeaders, maskBody } from "./mask.ts";
import type { ApiStep } from "./steps.ts";

/** Maximum time of one call in milliseconds. High, because a slow gateway is not a difference. */
const TIMEOUT = 30_000;

/** Lifetime of a token in milliseconds. */
const LIFETIME = 600_000;

export const clientOf = (options: ClientOptions): PaymentsClient =>
  new PaymentsClient({ ...options, timeout: TIMEOUT, maxRetries: 0 });

/** One of the two gateways. */
interface Side {
  readonly options: ClientOptions;
  readonly source: string;
  readonly currency: string;
  /** The token of a test card. */
  readonly card: string | undefined;
}

export type StepResult =
  | { readonly is: "exchange"; readonly exchange: Exchange }
  /** There was no readable response. */
  | { readonly is: "failure"; readonly reason: string }
  | { readonly is: "left out" };

type Values = ReadonlyMap<string, string>;

const NAMES = /\{(\w+)\}/g;

function fill(value: unknown, values: Values): unknown {
  if (typeof value === "string") return value.replaceAll(NAMES, (name, inner) => values.get(inner) ?? name);
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner, values)]));
}

/** Returns the response unchanged, because `request` does not check the result. */
async function send(client: PaymentsClient, { method, path, body }: ApiStep, values: Values) {
  try {
    const address = path.replaceAll(NAMES, (name, inner) => encodeURIComponent(values.get(inner) ?? name));
    const options = body === undefined ? {} : { body: fill(body, values) };
    const { data, status, headers } = await client.request(method, address, options).withResponse();
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
export async function play(
  { options, source, currency, card }: Side,
  steps: readonly ApiStep[],
): Promise<Map<string, StepResult>> {
  const client = clientOf(options);
  const stranger = client.withOptions({ secretKey: `another-key-${randomUUID()}` });
  /** Both gateways share these values, so they may be printed. */
  const shown: Values = new Map([
    ["currency", currency],
    ["expired_at", new Date(Date.now() + LIFETIME).toISOString().replace(/\.\d+Z$/, "+00:00")],
  ]);
  const hidden = Object.entries({
    tracking_id: `payments-client-check-${randomUUID()}`,
    unknown_id: randomUUID(),
    ...(card !== undefined && { card_token: card }),
  });
  const given = new Map<string, string>();
  const replacements = new Map([
    [String(options.secretKey), "[redacted]"],
    [btoa(`${options.shopId}:${options.secretKey}`), "[redacted]"],
    ...hidden.map(([name, value]) => [value, `{${name}}`] as const),
  ]);
  const addresses = [client.baseUrl, client.checkoutUrl, client.gatewayUrl ?? client.baseUrl];
  const sent: unknown[] = [];
  const playStep = async (step: ApiStep): Promise<StepResult> => {
    const values = new Map([...shown, ...hidden, ...given]);
    const needed = Array.from(
      JSON.stringify([step.path, step.body]).matchAll(NAMES),
      ([, name = ""]) => name,
    );
    if (!needed.every((name) => values.has(name))) return { is: "left out" };
    const { status, headers, body } = await send(step.isStranger ? stranger : client, step, values);
    const [name, ...path] = step.gives ?? [];
    const value = valueAt(body, path);
    if (name !== undefined && typeof value === "string" && value !== "") given.set(name, value);
    const request = step.body === undefined ? {} : { body: fill(step.body, shown) };
    sent.push(request.body);
    const masked = maskBody(body, { sent, replacements, ids: new Set(given.values()), addresses });
    const { method, path: template } = step;
    return {
      is: "exchange",
      exchange: {
        name: step.name,
        source,
        request: { method, path: template, ...request },
        response: { status, headers: keepHeaders(headers), ...(masked !== undefined && { body: masked }) },
      },
    };
  };
  const played = new Map<string, StepResult>();
  const unreachable = new Set<string>();
  for (const step of steps) {
    const result = unreachable.has(step.host)
      ? ({ is: "left out" } as const)
      : await playStep(step).catch((error: unknown): StepResult => {
          if (!(error instanceof PaymentsError)) throw error;
          if (!(error instanceof ConnectionError)) return { is: "failure", reason: error.message };
          unreachable.add(step.host);
          const { message, advice } = explainFailure(error);
          return { is: "failure", reason: `${message}. ${advice}` };
        });
    played.set(step.name, result);
  }
  return played;
}
