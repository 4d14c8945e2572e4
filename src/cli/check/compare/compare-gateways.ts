import { type ClientOptions, PaymentsClient, PaymentsError } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { HOSTS, type Host } from "../../../api/operations.ts";
import { VARIABLES } from "../../../runtime/environment.ts";
import { isRecord } from "../../../shared/values.ts";
import { type Checked, failed, note } from "../finding.ts";
import { currencyOf } from "../test-payments.ts";
import { checkCredentials, problemOfVariable } from "../variables.ts";
import { compareExchanges, type GroupedDifference, groupDifferences } from "./differences.ts";
import type { Exchange } from "./exchange.ts";
import { clientOf, play, type StepResult } from "./play.ts";
import { type ApiStep, PAY, STEPS, TEST_CARD_STEPS } from "./steps.ts";

export interface Comparison {
  /** Reasons why calls were not compared, and what the merchant has to do. */
  readonly findings: readonly Checked[];
  readonly differences: readonly GroupedDifference[];
  /** The responses of the merchant's gateway. */
  readonly exchanges: readonly Exchange[];
}

type Addresses = Readonly<Partial<Record<Host, string>>>;

/** Reads the options of the merchant's client, and the problems of the variables. */
function readVariables(environment: NodeJS.ProcessEnv) {
  const { credentials, findings } = checkCredentials(environment);
  const problems = findings.filter(({ state }) => state === "failed");
  const addresses: Partial<Record<Host, string>> = {};
  for (const host of HOSTS) {
    const address = environment[VARIABLES[host]];
    const problem = problemOfVariable(host, environment);
    if (problem === undefined && address !== undefined) addresses[host] = address;
    else if (problem && (host !== "gatewayUrl" || address !== undefined)) problems.push(problem);
  }
  return { credentials, addresses, problems };
}

const CARD = { number: "4200000000000000", holder: "Kim", exp_month: "12", exp_year: "2099" };

/** Sends the same calls to a local gateway, with a host for each API, because headers and refusals depend on the host. */
export async function playLocally(
  steps: readonly ApiStep[],
  currency: string,
  addresses: Addresses,
): Promise<Map<string, StepResult>> {
  const { clientOptions } = new Sandbox();
  const known = Object.values(addresses);
  const local = (host: Host): string => `https://host-${known.indexOf(addresses[host] ?? "") + 1}.localhost`;
  const body = { request: CARD };
  const client = new PaymentsClient(clientOptions);
  const { token } = await client.request<{ token: string }>("POST", "/credit_cards", { body });
  const options = { ...clientOptions, ...Object.fromEntries(HOSTS.map((host) => [host, local(host)])) };
  return play({ options, source: "local gateway", currency, card: token }, steps);
}

const LIVE = failed(
  "test card",
  "the payment is not marked as a test, and may have moved money",
  "Look in the back office whether its refund succeeded, and use the token of a test card.",
);

const isLivePayment = (played: StepResult | undefined): boolean => {
  if (played?.is !== "exchange" || played.exchange.response.status >= 300) return false;
  const { body } = played.exchange.response;
  const transaction = isRecord(body) && isRecord(body["transaction"]) ? body["transaction"] : {};
  return transaction["test"] !== true;
};

/** Returns the currency of the shop's products, because a gateway may refuse another currency. */
const readCurrency = (options: ClientOptions): Promise<string> =>
  clientOf(options)
    .products.list()
    .then(currencyOf, (error: unknown) => {
      if (error instanceof PaymentsError) return currencyOf(undefined);
      throw error;
    });

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
  const steps = [...STEPS, ...(testCard === undefined ? [] : TEST_CARD_STEPS)].filter(
    ({ host }) => addresses[host] !== undefined,
  );
  const theirs = await play({ options, source, currency, card: testCard }, steps);
  const ours = await playLocally(steps, currency, addresses);
  const found = [...ours].flatMap(([call, our]) => {
    const their = theirs.get(call);
    if (their?.is === "failure") return { path: "", finding: their.reason, call };
    if (their?.is !== "exchange" || our.is !== "exchange") return [];
    return compareExchanges(their.exchange, our.exchange).map((one) => ({ ...one, call }));
  });
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
