import { randomUUID } from "node:crypto";
import { PaymentsClient } from "payments-client";
import { VARIABLES } from "../../runtime/environment.ts";
import { type Checked, failed, NOT_SET, note, ok, withoutSecrets } from "./finding.ts";
import { APIS, type Api, type Probed, probe } from "./probe.ts";
import { type Credentials, problemOfVariable } from "./variables.ts";

/** Maximum time for an answer of a host in milliseconds. */
const TIMEOUT = 10_000;

type Ask = (api: Api, address: string) => Promise<Probed>;

/** An address in the environment, the expected API, and the answer of the address to it. */
interface Host {
  readonly api: Api;
  readonly address: string;
  readonly answer: Probed;
}

export interface Hosts {
  readonly findings: readonly Checked[];
  /** For payment tokens. Undefined if the address or the credentials are wrong. */
  readonly client: PaymentsClient | undefined;
  /** For transactions. Undefined if the address or the credentials are wrong. */
  readonly gateway: PaymentsClient | undefined;
  /** The products of the shop. Undefined if the list could not be read. */
  readonly products: unknown;
}

const clientOf = (
  credentials: Credentials,
  address: string,
  fetch: typeof globalThis.fetch,
): PaymentsClient => {
  const urls = { baseUrl: address, checkoutUrl: address, gatewayUrl: address };
  return new PaymentsClient({ ...credentials, ...urls, timeout: TIMEOUT, maxRetries: 0, fetch });
};

/** Caches the answer of each address to each API. */
function createAsk(credentials: Credentials, fetch: typeof globalThis.fetch): Ask {
  const answers = new Map<string, Promise<Probed>>();
  const stranger = { ...credentials, secretKey: `another-key-${randomUUID()}` };
  return (api, address) => {
    const key = `${api.option} ${address}`;
    const answer =
      answers.get(key) ??
      probe(api, clientOf(credentials, address, fetch), clientOf(stranger, address, fetch));
    answers.set(key, answer);
    return answer;
  };
}

/**
 * Returns the hosts whose address belongs to their API. Every API answers 404 to unknown paths, so a 404 counts only if
 * no API that is missing at its own address certainly answers there.
 */
async function findCorrect(hosts: readonly Host[], ask: Ask): Promise<Host[]> {
  // An unreachable host must not affect the checks of the others.
  const missed = hosts.filter(({ answer }) => !["api", "unreachable"].includes(answer.is));
  const isOfAnother = async ({ address }: Host): Promise<boolean> => {
    const others = await Promise.all(missed.map(({ api }) => ask(api, address)));
    return others.some((answer) => answer.is === "api" && answer.isCertain);
  };
  const correct: Host[] = [];
  for (const host of hosts)
    if (host.answer.is === "api" && (host.answer.isCertain || !(await isOfAnother(host)))) correct.push(host);
  return correct;
}

const BOTH = `Copy both ${VARIABLES.shopId} and ${VARIABLES.secretKey} from the same shop in the back office.`;
const SAME = "Check that both addresses belong to the same gateway. Ask its support what the shop may use.";

const NO_GATEWAY = note(
  VARIABLES.gatewayUrl,
  "is not set. It is required for captures, voids, refunds and charges of saved cards",
);

async function explain(
  { api, address, answer }: Host,
  hosts: readonly Host[],
  correct: readonly Host[],
  ask: Ask,
): Promise<Checked> {
  const variable = VARIABLES[api.option];
  const shown = withoutSecrets(address);
  if (answer.is === "unreachable") return failed(variable, `${shown} ${answer.message}`, answer.advice);
  for (const other of hosts.filter((host) => host.address !== address && !correct.includes(host))) {
    // Skips an address whose calls would only end after the timeout.
    if (other.answer.is === "unreachable" || (await ask(api, other.address)).is !== "api") continue;
    const isSwapped = (await ask(other.api, address)).is === "api";
    const theirs = VARIABLES[other.api.option];
    const message = `${shown} is not ${api.name}: ${theirs} has its address`;
    const advice = isSwapped ? `Swap ${variable} and ${theirs}.` : "Correct both.";
    return failed(variable, message, advice);
  }
  if (answer.is === "api") return failed(variable, `${shown} is another API`, "Look for a wrong host.");
  if (answer.is === "other") return failed(variable, `${shown} ${answer.message}`, answer.advice);
  const refusal = `${shown} refuses the shop's id and key (${answer.status})`;
  // An address that answers 404 to any key may accept none.
  const accepting = correct.find((host) => host.answer.is === "api" && host.answer.isKeyRead);
  if (!accepting) return failed(variable, refusal, BOTH);
  return failed(variable, `${refusal}, which ${VARIABLES[accepting.api.option]} accepts`, SAME);
}

/** Checks that each address belongs to its API and accepts the credentials. Without credentials, no call is made. */
export async function checkHosts(
  environment: NodeJS.ProcessEnv,
  credentials: Credentials | undefined,
  fetch: typeof globalThis.fetch,
): Promise<Hosts> {
  const ask = credentials && createAsk(credentials, fetch);
  const rows = APIS.map((api) => ({ api, problem: problemOfVariable(api.option, environment) }));
  const toHost = async (api: Api): Promise<Host[]> => {
    const address = environment[VARIABLES[api.option]] ?? "";
    return ask ? [{ api, address, answer: await ask(api, address) }] : [];
  };
  const usable = rows.filter(({ problem }) => !problem);
  const hosts = (await Promise.all(usable.map(({ api }) => toHost(api)))).flat();
  const correct = ask ? await findCorrect(hosts, ask) : [];
  const findingOf = (api: Api, problem: Checked | undefined): Checked | Promise<Checked> => {
    const variable = VARIABLES[api.option];
    if (problem) return api.option === "gatewayUrl" && problem.message === NOT_SET ? NO_GATEWAY : problem;
    const shown = withoutSecrets(environment[variable] ?? "");
    const host = hosts.find((one) => one.api === api);
    if (!ask || !host) return note(variable, `${shown} was not asked`);
    if (!correct.includes(host)) return explain(host, hosts, correct, ask);
    return host.answer.is === "api" && host.answer.isKeyRead
      ? ok(variable, `${shown} is ${api.name}, and accepts the shop's id and key`)
      : note(
          variable,
          `${shown} answers 404 to any key. It was not possible to check that it is ${api.name}`,
        );
  };
  const findings: Checked[] = [];
  for (const { api, problem } of rows) findings.push(await findingOf(api, problem));
  const [products, checkout, gateway] = APIS.map((api) => correct.find((host) => host.api === api));
  return {
    findings,
    client: credentials && checkout && clientOf(credentials, checkout.address, fetch),
    gateway: credentials && gateway && clientOf(credentials, gateway.address, fetch),
    products: products?.answer.is === "api" ? products.answer.result : undefined,
  };
}
