import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { expect } from "vitest";
import type { PaymentsClient } from "../../src/index.ts";
import type { Sandbox } from "../../src/sandbox.ts";
import { openSandbox } from "../sandbox/open-gateway.ts";
import { listen } from "../support/listen.ts";
import { mapHosts, type Names } from "./map-hosts.ts";
import { runAs } from "./start.ts";

const SECRET_KEY = "s3cret-key-of-the-shop";

type Variables = Record<string, string | undefined>;

interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Whatever is wrong, the command prints neither the secret key nor a stack. */
const withoutSecret = <Output extends Printed>(printed: Output): Output => {
  const all = printed.stdout + printed.stderr;
  expect(all).not.toContain(SECRET_KEY);
  expect(all).not.toMatch(/^ +at /m);
  return printed;
};

async function run(args: readonly string[], variables: Variables, names: Names): Promise<Printed> {
  const restoreHosts = mapHosts(names);
  const env = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
  try {
    return withoutSecret(await runAs({ args: ["check", ...args], env }));
  } finally {
    restoreHosts();
  }
}

/** The line of a thing that is checked, without its column's padding. */
export const lineOf = (stdout: string, name: string): string | undefined =>
  stdout
    .split("\n")
    .find((line) => line.slice(8).startsWith(`${name} `))
    ?.replaceAll(/ {2,}/g, " ");

/** A server on this machine. */
export interface Local extends AsyncDisposable {
  readonly origin: string;
}

/** @param certificate Of a server with TLS. */
export async function serve(
  listener: RequestListener,
  certificate?: { readonly key: Buffer; readonly cert: Buffer },
): Promise<Local> {
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  const { url, port, [Symbol.asyncDispose]: close } = await listen(server);
  return { origin: certificate ? `https://localhost:${port}` : url, [Symbol.asyncDispose]: close };
}

/** What each host of the gateway takes; it answers anything else with a page. */
const PATHS = {
  "https://api.gateway.example": /^\/(?:products|beyag)/,
  "https://checkout.gateway.example": /^\/ctp\//,
  "https://gateway.example": /^\/(?:v2\/)?transactions/,
};

/** A gateway whose APIs have a host each, as gateways do; the sandbox answers for it. */
export interface Gateway {
  readonly sandbox: Sandbox;
  /** A client of it, without a network. */
  readonly client: PaymentsClient;
  /** Makes a card token. */
  saveCard(): Promise<string>;
  /** The variables of a shop that did everything right. */
  readonly environment: Record<string, string>;
  /** Runs `payments-client check` with these variables and names beside or instead of the right ones. */
  check(args?: readonly string[], changes?: Variables, names?: Names): Promise<Printed>;
}

/** Answers with the same to every request. */
export const respond =
  (status: number, body = "", headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

const PAGE = "<!doctype html><h1>Not found</h1>";

interface Options {
  /** In milliseconds ahead of this machine's clock. */
  readonly clock?: number;
  /** What a host answers to paths of another. */
  readonly elsewhere?: readonly [status: number, body: string];
}

export async function openGateway({ clock = 0, elsewhere = [404, PAGE] }: Options = {}): Promise<Gateway> {
  const { sandbox, payments, create } = openSandbox({ secretKey: SECRET_KEY, shopName: "Kim's Books" });
  const answering = (paths: RegExp) => async (request: Request) => {
    const [status, body] = elsewhere;
    const isOwn = paths.test(new URL(request.url).pathname);
    const answer = isOwn ? await sandbox.fetch(request) : new Response(body, { status });
    answer.headers.set("date", new Date(Date.now() + clock).toUTCString());
    return answer;
  };
  const hosts = Object.fromEntries(
    Object.entries(PATHS).map(([origin, paths]) => [origin, answering(paths)]),
  );
  const [baseUrl = "", checkoutUrl = "", gatewayUrl = ""] = Object.keys(PATHS);
  const environment = {
    PAYMENTS_SHOP_ID: "4821",
    PAYMENTS_SECRET_KEY: SECRET_KEY,
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_CHECKOUT_URL: checkoutUrl,
    PAYMENTS_GATEWAY_URL: gatewayUrl,
    PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
  };
  return {
    sandbox,
    client: payments,
    saveCard: async () => {
      const { credit_card: card } = await sandbox.pay(await create(), { saveCard: true });
      return card?.token ?? "";
    },
    environment,
    check: (args = [], changes = {}, names = {}) =>
      run(args, { ...environment, ...changes }, { ...names, hosts: { ...hosts, ...names.hosts } }),
  };
}
