/** On real sockets: whatever becomes of the answer, a call with a key makes one transaction and returns it. */
import { expect, test } from "vitest";
import type { PaymentsClient, Transaction } from "../../src/index.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { METHODS, type Method, openGateway, paramsOf, type Trouble } from "./idempotent-gateway.ts";

const KEY = "7d3c0c5e-6f0b-4f1e-9c57-0a2b1d9e4f60";

/** Milliseconds that an attempt may take where one is never answered: long enough for a busy machine. */
const TIMEOUT = 1500;

const cutAfterProcessing: Trouble = async (process, response) => {
  await process();
  response.destroy();
};

const cutWithinTheAnswer: Trouble = async (process, response) => {
  const text = await (await process()).text();
  response.writeHead(200, { "content-type": "application/json", "content-length": text.length });
  response.write(text.slice(0, 40), () => response.destroy());
};

const failedAfterProcessing: Trouble = async (process, response) => {
  await process();
  response.writeHead(500).end("<h1>Internal Server Error</h1>");
};

const neverAnswered: Trouble = async (process) => {
  await process();
};

const TROUBLES: Readonly<Record<string, Trouble>> = {
  "the connection is cut after the gateway processed it": cutAfterProcessing,
  "the connection is cut within the answer": cutWithinTheAnswer,
  "a 500 comes after the gateway processed it": failedAfterProcessing,
  "the answer comes after the timeout": neverAnswered,
};

/** Calls a method by its name. */
const call = async ({ transactions }: PaymentsClient, method: Method, params: object): Promise<Transaction> =>
  Reflect.apply(transactions[method], transactions, [params, { idempotencyKey: KEY }]);

retryWithoutDelay();

test.each(Object.entries(TROUBLES))("a call with a key is made once although %s", async (_, trouble) => {
  const timeout = trouble === neverAnswered ? TIMEOUT : undefined;
  const makeOne = async (method: Method) => {
    await using gateway = await openGateway();
    const params = await paramsOf(gateway, method);
    gateway.troubles.push(trouble);
    const made = await call(gateway.client(timeout), method, params);
    expect(made, method).toMatchObject({ status: "successful", amount: 4000 });
    const found = await gateway.payments.transactions.findByTrackingId(params.tracking_id);
    expect(found.map(({ uid }) => uid)).toStrictEqual([made.uid]);
    expect(gateway.posts()).toBeGreaterThan(1);
  };
  await Promise.all(METHODS.map(makeOne));
});
