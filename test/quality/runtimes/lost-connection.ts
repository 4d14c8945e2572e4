/** In this folder: projects that install the packed package in each runtime and with each tool. */

/** A gateway that takes a payment and closes the connection before it responds: the payment must be sent only once. */
import { createServer, type Socket } from "node:net";
import { ConnectionError, PaymentsClient } from "payments-client";

/** Responds to a GET, so that the connection is kept for the next request. Closes it when a POST is complete. */
function serve(socket: Socket, onPayment: () => void): void {
  let received = "";
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Uint8Array) => {
    received += new TextDecoder().decode(chunk);
    if (received.startsWith("GET") && received.endsWith("\r\n\r\n")) {
      received = "";
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]");
    } else if (received.endsWith("}}")) {
      onPayment();
      socket.end();
    }
  });
}

/** Whether a payment that fails is said to be safe to repeat. */
async function failToPay(client: PaymentsClient): Promise<boolean> {
  const credit_card = { token: "40bd001563085fc35165329ea1ff5c5ecbdbbeef" };
  try {
    await client.transactions.pay({
      amount: 12900,
      currency: "EUR",
      description: "Annual pass",
      credit_card,
    });
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    if (!error.stack?.includes("failToPay")) throw new Error(`A stack without the call: ${error.stack}`);
    return error.safeToRetry;
  }
  throw new Error("A payment without a response succeeded");
}

export async function loseConnections(): Promise<string> {
  let payments = 0;
  let retries = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, () => {
      payments += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
  const clientOf = (url: string) =>
    new PaymentsClient({
      shopId: "361",
      secretKey: "a-secret-key",
      baseUrl: url,
      checkoutUrl: url,
      gatewayUrl: url,
      maxRetries: 1,
      hooks: {
        onRetry: () => {
          retries += 1;
        },
      },
    });
  const client = clientOf(url);
  // More than once, in case the connection of the GET was not kept.
  for (let sent = 1; sent <= 5; sent += 1) {
    await client.products.list();
    if (await failToPay(client)) throw new Error("A payment that was received was called safe to repeat");
    if (payments !== sent) throw new Error(`A payment was received ${payments - sent + 1} times`);
  }
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closed;
  // Another process may already listen at the port of the server, but none does at port 2.
  if (!(await failToPay(clientOf("http://127.0.0.1:2"))) || retries !== 1)
    throw new Error("A refused payment was not sent again");
  return "ok, received once";
}
