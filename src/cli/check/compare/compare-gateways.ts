import { randomUUID } from "node:crypto";
import { type ClientOptions, PaymentsClient, PaymentsError } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { VARIABLES } from "../../../runtime/environment.ts";
import { isRecord } from "../../../shared/values.ts";
import { type Finding, failed, note } from "../finding.ts";
import { currencyOf } from "../test-token.ts";
import { checkCredentials, problemOfVariable } from "../variables.ts";
import {
  compareExchanges,
  type Difference,
  type GroupedDifference,
  groupDifferences,
} from "./differences.ts";
import type { Exchange } from "./exchange.ts";
import { type Played, play, type Side } from "./play.ts";
import { type HostSteps, PAY, STEPS, TEST_CARD_STEPS } from "./steps.ts";

/** Maximum time of one call in milliseconds. High, because a slow gateway is not a difference. */
const TIMEOUT = 30_000;

/** Lifetime of a token in milliseconds. */
const LIFETIME = 600_000;

export interface Comparison {
  /** Reasons why calls were not compared, and what the merchant has to do. */
  readonly findings: readonly Finding[];
  readonly differences: readonly GroupedDifference[];
  /** The responses of the merchant's gateway. */
  readonly exchanges: readonly Exchange[];
}

const HOSTS = ["baseUrl", "checkoutUrl", "gatewayUrl"] as const;

type Addresses = Readonly<Partial<Record<(typeof HOSTS)[number], string>>>;

/** Reads the options of the merchant's client, and the problems of the variables. */
function readVariables(environment: NodeJS.ProcessEnv) {
  const { credentials, findings } = checkCredentials(environment);
  const problems = findings.filter(({ state }) => state === "failed");
  const addresses: Partial<Record<(typeof HOSTS)[number], string>> = {};
  for (const host of HOSTS) {
    const address = environment[VARIABLES[host]];
    const problem = problemOfVariable(host, VARIABLES[host], address);
    if (problem === undefined && address !== undefined) addresses[host] = address;
    else if (problem && (host !== "gatewayUrl" || address !== undefined)) problems.push(problem);
  }
  return { credentials, addresses, problems };
}

interface Run {
  readonly shown: ReadonlyMap<string, string>;
  readonly hidden: ReadonlyMap<string, string>;
}

const sideOf = (options: ClientOptions, source: string, { shown, hidden }: Run): Side => {
  const client = new PaymentsClient({ ...options, timeout: TIMEOUT, maxRetries: 0 });
  const { shopId, secretKey } = options;
  return {
    client,
    stranger: client.withOptions({ secretKey: `another-key-${randomUUID()}` }),
    source,
    addresses: [client.baseUrl, client.checkoutUrl, client.gatewayUrl ?? client.baseUrl],
    shown,
    hidden,
    secrets: [String(secretKey), btoa(`${shopId}:${secretKey}`)],
  };
};

async function saveLocalCard(sandbox: Sandbox, currency: string): Promise<string> {
  const client = new PaymentsClient(sandbox.clientOptions);
  const { token } = await client.checkouts.create({
    transaction_type: "payment",
    test: true,
    order: { amount: 100, currency, description: "card", additional_data: { contract: ["recurring"] } },
  });
  const { credit_card: card } = await sandbox.pay(token);
  return String(card?.token);
}

/** Sends the same calls to a local gateway, with a host for each API, because headers and refusals depend on the host. */
export async function playLocally(
  hosts: readonly HostSteps[],
  currency: string,
  addresses: Addresses,
): Promise<Map<string, Played>> {
  const sandbox = new Sandbox();
  const known = Object.values(addresses);
  const local = (address = ""): string => `https://host-${known.indexOf(address) + 1}.localhost`;
  const [baseUrl, checkoutUrl, gatewayUrl] = HOSTS.map((host) => local(addresses[host]));
  const options = { ...sandbox.clientOptions, baseUrl, checkoutUrl, gatewayUrl };
  const card = hosts.includes(TEST_CARD_STEPS) ? await saveLocalCard(sandbox, currency) : undefined;
  return play(sideOf(options, "local gateway", newRun(currency, card)), hosts);
}

const newRun = (currency: string, card: string | undefined): Run => ({
  shown: new Map([
    ["currency", currency],
    ["expired_at", new Date(Date.now() + LIFETIME).toISOString().replace(/\.\d+Z$/, "+00:00")],
  ]),
  hidden: new Map([
    ["tracking_id", `payments-client-check-${randomUUID()}`],
    ["unknown_id", randomUUID()],
    ...(card === undefined ? [] : ([["card_token", card]] as const)),
  ]),
});

const LIVE = failed(
  "test card",
  "the payment is not marked as a test, and may have moved money",
  "Look in the back office whether its refund succeeded, and use the token of a test card.",
);

const isLivePayment = (played: Played | undefined): boolean => {
  if (played?.is !== "exchange" || played.exchange.response.status >= 300) return false;
  const { body } = played.exchange.response;
  const transaction = isRecord(body) && isRecord(body["transaction"]) ? body["transaction"] : {};
  return transaction["test"] !== true;
};

/** Compares the answers of a gateway and of a local gateway to the same calls. */
export async function compareGateways(
  environment: NodeJS.ProcessEnv,
  testCard: string | undefined,
): Promise<Comparison> {
  const { credentials, addresses, problems } = readVariables(environment);
  const nothing = { differences: [], exchanges: [] };
  if (credentials === undefined || problems.length > 0) return { findings: problems, ...nothing };
  const hasGateway = addresses.gatewayUrl !== undefined;
  if (testCard !== undefined && !hasGateway) {
    const advice = `Set ${VARIABLES.gatewayUrl}. It is the address for charges of card tokens.`;
    return { findings: [failed("test card", "was not tried", advice)], ...nothing };
  }
  const options: ClientOptions = { ...credentials, ...addresses };
  const currency = await readCurrency(options);
  const source = `recorded with payments-client check --compare on ${new Date().toISOString().slice(0, 10)}`;
  const hosts = [...STEPS, ...(testCard === undefined ? [] : [TEST_CARD_STEPS])].filter(
    ({ host }) => addresses[host] !== undefined,
  );
  const theirs = await play(sideOf(options, source, newRun(currency, testCard)), hosts);
  const ours = await playLocally(hosts, currency, addresses);
  const found: (Difference & { readonly call: string })[] = [];
  for (const [call, our] of ours) {
    const their = theirs.get(call);
    if (their?.is === "failure") found.push({ path: "", finding: their.reason, call });
    if (their?.is !== "exchange" || our.is !== "exchange") continue;
    found.push(...compareExchanges(their.exchange, our.exchange).map((one) => ({ ...one, call })));
  }
  const leftOut = Array.from(theirs).flatMap(([call, { is }]) => (is === "left out" ? [call] : []));
  return {
    findings: [
      ...(hasGateway ? [] : [note(VARIABLES.gatewayUrl, "is not set: transactions were not compared")]),
      ...(isLivePayment(theirs.get(PAY)) ? [LIVE] : []),
      ...(leftOut.length === 0
        ? []
        : [note("not asked", `${leftOut.join(", ")}: an earlier call gave no id, or no answer`)]),
    ],
    differences: groupDifferences(found),
    exchanges: Array.from(theirs.values()).flatMap((one) => (one.is === "exchange" ? [one.exchange] : [])),
  };
}

/** Returns the currency of the shop's products, because a gateway may refuse another currency. */
async function readCurrency(options: ClientOptions): Promise<string> {
  const client = new PaymentsClient({ ...options, timeout: TIMEOUT, maxRetries: 0 });
  try {
    return currencyOf(await client.products.list());
  } catch (error) {
    if (error instanceof PaymentsError) return currencyOf(undefined);
    throw error;
  }
}
