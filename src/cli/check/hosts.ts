import { randomUUID } from "node:crypto";
import { PaymentsClient } from "payments-client";
import { VARIABLES } from "../../runtime/environment.ts";
import { type Checked, failed, NOT_SET, note, ok, withoutSecrets } from "./finding.ts";
import { APIS, type Api, type Probed, probe } from "./probe.ts";
import { type Credentials, problemOfVariable } from "./variables.ts";

/** Maximum time for an answer of a host in milliseconds. */
const TIMEOUT = 10_000;

/** An address in the environment and the expected API. */
interface Host {
  readonly api: Api;
  readonly address: string;
}

const isIn = (hosts: readonly Host[], { api }: Host): boolean => hosts.some((host) => host.api === api);

type Ask = (api: Api, address: string) => Promise<Probed>;

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
  const own = await Promise.all(
    hosts.map(async (host) => ({ host, answer: await ask(host.api, host.address) })),
  );
  // An unreachable host must not affect the checks of the others.
  const missed = own.filter(({ answer }) => !["api", "unreachable"].includes(answer.is));
  const isOfAnother = async ({ address }: Host): Promise<boolean> => {
    const others = await Promise.all(missed.map(({ host }) => ask(host.api, address)));
    return others.some((answer) => answer.is === "api" && answer.isCertain);
  };
  const correct: Host[] = [];
  for (const { host, answer } of own)
    if (answer.is === "api" && (answer.isCertain || !(await isOfAnother(host)))) correct.push(host);
  return correct;
}

const BOTH = `Copy both ${VARIABLES.shopId} and ${VARIABLES.secretKey} from the same shop in the back office.`;
const SAME = "Check that both addresses belong to the same gateway. Ask its support what the shop may use.";

const NO_GATEWAY = note(
  VARIABLES.gatewayUrl,
  "is not set. It is required for captures, voids, refunds and charges of saved cards",
);

async function explain(
  { api, address }: Host,
  hosts: readonly Host[],
  correct: readonly Host[],
  ask: Ask,
): Promise<Checked> {
  const variable = VARIABLES[api.option];
  const shown = withoutSecrets(address);
  const answer = await ask(api, address);
  if (answer.is === "unreachable") return failed(variable, `${shown} ${answer.message}`, answer.advice);
  for (const other of hosts.filter((host) => host.address !== address && !isIn(correct, host))) {
    // Skips an address whose calls would only end after the timeout.
    if ((await ask(other.api, other.address)).is === "unreachable") continue;
    if ((await ask(api, other.address)).is !== "api") continue;
    const isSwapped = (await ask(other.api, address)).is === "api";
    const theirs = VARIABLES[other.api.option];
    const message = `${shown} is not ${api.name}: ${theirs} has its address`;
    const advice = isSwapped ? `Swap ${variable} and ${theirs}.` : "Correct both.";
    return failed(variable, message, advice);
  }
  if (answer.is === "api") return failed(variable, `${shown} is another API`, "Look for a wrong host.");
  if (answer.is === "other") return failed(variable, `${shown} ${answer.message}`, answer.advice);
  const refusal = `${shown} refuses the shop's id and key (${answer.status})`;
  for (const accepting of correct) {
    const read = await ask(accepting.api, accepting.address);
    // An address that answers 404 to any key may accept none.
    if (read.is === "api" && read.isKeyRead)
      return failed(variable, `${refusal}, which ${VARIABLES[accepting.api.option]} accepts`, SAME);
  }
  return failed(variable, refusal, BOTH);
}

/** Checks that each address belongs to its API and accepts the credentials. Without credentials, no call is made. */
export async function checkHosts(
  environment: NodeJS.ProcessEnv,
  credentials: Credentials | undefined,
  fetch: typeof globalThis.fetch,
): Promise<Hosts> {
  const rows = APIS.map((api) => ({
    api,
    address: environment[VARIABLES[api.option]] ?? "",
    problem: problemOfVariable(api.option, environment),
  }));
  const hosts: Host[] = rows.filter(({ problem }) => !problem);
  const ask = credentials && createAsk(credentials, fetch);
  const correct = ask ? await findCorrect(hosts, ask) : [];
  const findings: Checked[] = [];
  for (const { problem, ...host } of rows) {
    const { name, option } = host.api;
    const variable = VARIABLES[option];
    const shown = problem ? "" : withoutSecrets(host.address);
    if (problem) findings.push(option === "gatewayUrl" && problem.message === NOT_SET ? NO_GATEWAY : problem);
    else if (!ask) findings.push(note(variable, `${shown} was not asked`));
    else if (!isIn(correct, host)) findings.push(await explain(host, hosts, correct, ask));
    else {
      const answer = await ask(host.api, host.address);
      const isUnsure = answer.is === "api" && !answer.isKeyRead;
      findings.push(
        isUnsure
          ? note(variable, `${shown} answers 404 to any key. It was not possible to check that it is ${name}`)
          : ok(variable, `${shown} is ${name}, and accepts the shop's id and key`),
      );
    }
  }
  const [products, checkout, gateway] = APIS.map((api) => correct.find((host) => host.api === api));
  const answer = products && (await ask?.(products.api, products.address));
  return {
    findings,
    client: credentials && checkout && clientOf(credentials, checkout.address, fetch),
    gateway: credentials && gateway && clientOf(credentials, gateway.address, fetch),
    products: answer?.is === "api" ? answer.result : undefined,
  };
}
