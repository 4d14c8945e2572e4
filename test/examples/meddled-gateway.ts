import { createServer, type ServerResponse } from "node:http";
import { Sandbox } from "payments-client/sandbox";
import { onTestFinished } from "vitest";
import { listen, requestOf } from "../support/listen.ts";

export interface Call {
  /** Such as `POST /transactions/refunds`. */
  readonly name: string;
  readonly body: string;
  /** What the gateway answers, once it has done what it was asked for. */
  readonly answer: () => Promise<string>;
  readonly response: ServerResponse;
}

/** A gateway at which a test answers what it wants to: `meddle` says whether it did. */
export async function openMeddledGateway(sandbox = new Sandbox()) {
  const own: { meddle: (call: Call) => unknown } = { meddle: () => false };
  const server = createServer(async (request, response) => {
    const sent = await requestOf(request);
    const body = await sent.clone().text();
    const call = () => sandbox.fetch(sent.clone());
    const answer = async () => (await call()).text();
    if (await own.meddle({ name: `${request.method} ${request.url}`, body, answer, response })) return;
    const honest = await call();
    response.writeHead(honest.status).end(await honest.text());
  });
  const { url, [Symbol.asyncDispose]: close } = await listen(server);
  onTestFinished(close);
  const clientOptions = { ...sandbox.clientOptions, baseUrl: url, checkoutUrl: url, gatewayUrl: url };
  return { sandbox, own, clientOptions };
}
