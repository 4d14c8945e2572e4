/** Receives 1 MiB in pieces of one byte, and prints the answer and by how many MB the memory of this process grew. */

import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { PaymentsClient } from "../../../src/index.ts";
import { toNodeListener, Webhooks } from "../../../src/webhooks.ts";
import { optionsFor } from "../../support/gateway.ts";
import { everything } from "../../support/handlers.ts";
import { listen } from "../../support/listen.ts";
import { peakMemory } from "../../support/peak-memory.ts";

const SIZE = 1_048_576;

const padded = (value: object): Buffer => Buffer.from(JSON.stringify(value).padEnd(SIZE));

const account = { shopId: 4821, secretKey: "secret" };
const authorization = `Basic ${btoa("4821:secret")}`;
const body = padded({ transaction: { uid: "1", type: "payment", status: "successful" } });
const handle = new Webhooks({ ...account, publicKey: false }).handler({
  ...everything(() => undefined),
  timeout: 300_000,
});

const inPieces = (bytes: Buffer): ReadableStream<Uint8Array> => {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset < bytes.length) controller.enqueue(Uint8Array.of(bytes[offset] ?? 0));
      else controller.close();
      offset += 1;
    },
  });
};

const post = (content: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>): Request =>
  new Request("https://shop.example", {
    method: "POST",
    headers: { authorization },
    body: content,
    duplex: "half",
  });

const ways: Record<string, () => Promise<unknown>> = {
  "fetch handler": async () => (await handle(post(inPieces(body)))).status,

  /** Chunked encoding, a chunk for each byte. */
  "Node listener": async () => {
    const server = await listen(createServer(toNodeListener(handle)));
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`POST / HTTP/1.1\r\nhost: shop\r\nauthorization: ${authorization}\r\n`);
    socket.write("transfer-encoding: chunked\r\n\r\n");
    const slice = SIZE / 64;
    for (let start = 0; start < SIZE; start += slice) {
      const chunks = body
        .subarray(start, start + slice)
        .toString("latin1")
        .replaceAll(/[\s\S]/g, "1\r\n$&\r\n");
      if (!socket.write(chunks, "latin1")) await once(socket, "drain");
    }
    socket.write("0\r\n\r\n");
    const [answer] = await once(socket, "data");
    socket.destroy();
    return Number(/^HTTP\/1.1 (\d+)/.exec(String(answer))?.[1]);
  },

  client: async () => {
    const status = padded({ checkout: { token: "6d0f" } });
    const payments = new PaymentsClient({
      ...optionsFor("https://gateway.example"),
      timeout: 300_000,
      fetch: async () => new Response(inPieces(status)),
    });
    return (await payments.checkouts.get("6d0f")).token === "6d0f" ? 200 : 0;
  },
};

await handle(post(new Uint8Array(body)));
const before = process.memoryUsage().rss;
const status = await ways[process.argv[2] ?? ""]?.();
console.log(JSON.stringify({ status, megabytes: (peakMemory() - before) / 1e6 }));
process.exit();
