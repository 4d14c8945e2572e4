import { createServer, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { PaymentsClient, type Transaction } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { listen } from "../support/listen.ts";

/** The methods that make a transaction. */
export const METHODS = ["pay", "authorize", "capture", "void", "refund"] as const;

export type Method = (typeof METHODS)[number];

/** What happens to a request that makes a transaction: `process` is what the gateway does with it. */
export type Trouble = (process: () => Promise<Response>, response: ServerResponse) => Promise<void> | void;

const answered: Trouble = async (process, response) => {
  const answer = await process();
  response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
};

/** A sandbox over HTTP, with a trouble for each of the first requests that make a transaction. */
export async function openGateway() {
  const sandbox = new Sandbox();
  const troubles: Trouble[] = [];
  let posts = 0;
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "", headers } = request;
    const { authorization = "", requestid } = headers;
    const body = method === "POST" ? await buffer(request) : null;
    const sent = new Request(`http://127.0.0.1${url}`, {
      method,
      body,
      headers: {
        authorization,
        "content-type": "application/json",
        ...(typeof requestid === "string" && { requestid }),
      },
    });
    const isTransaction = method === "POST" && url.startsWith("/transactions/");
    if (isTransaction) posts += 1;
    const trouble = (isTransaction && troubles.shift()) || answered;
    await trouble(async () => sandbox.fetch(sent), response);
  });
  const { url, [Symbol.asyncDispose]: close } = await listen(server);
  const { shopId, secretKey } = sandbox.clientOptions;
  return {
    sandbox,
    troubles,
    posts: () => posts,
    /** A client without a network, for what is not tested. */
    payments: new PaymentsClient(sandbox.clientOptions),
    client: (timeout?: number) =>
      new PaymentsClient({
        shopId,
        secretKey,
        baseUrl: url,
        checkoutUrl: url,
        gatewayUrl: url,
        idempotencyKeys: true,
        timeout,
      }),
    [Symbol.asyncDispose]: close,
  };
}

type Gateway = Awaited<ReturnType<typeof openGateway>>;

const paid = async (
  { payments, sandbox }: Gateway,
  type: "payment" | "authorization",
): Promise<Transaction> => {
  const order = { amount: 12_900, currency: "EUR", description: "Annual pass" };
  const { token } = await payments.checkouts.create({ transaction_type: type, order });
  return sandbox.pay(token, { saveCard: true });
};

/** Params of a call that succeeds, with a tracking id of its own. */
export async function paramsOf(gateway: Gateway, method: Method) {
  const { uid, credit_card } = await paid(
    gateway,
    method === "capture" || method === "void" ? "authorization" : "payment",
  );
  const tracking_id = `own-${method}`;
  const charge = {
    currency: "EUR",
    description: "A month",
    credit_card: { token: credit_card?.token ?? "" },
  };
  const common = { amount: 4000, tracking_id };
  return method === "pay" || method === "authorize"
    ? { ...common, ...charge }
    : { ...common, parent_uid: uid, ...(method === "refund" && { reason: "Returned guide" }) };
}
