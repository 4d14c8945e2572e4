import { createServer } from "node:https";
import { TLSSocket } from "node:tls";
import product from "../../fixtures/product.json" with { type: "json" };
import { pem } from "../../quality/faults/server.ts";
import { type Listening, listen } from "../../support/listen.ts";

export interface TlsGateway extends Listening {
  /** The common name in the client certificate of each request; undefined for one without. */
  readonly clients: readonly (string | undefined)[];
}

/** A gateway over TLS with a list of one product; optionally requires a client certificate of the test CA. */
export async function openTlsGateway({ requestCert = false } = {}): Promise<TlsGateway> {
  const clients: (string | undefined)[] = [];
  const options = { cert: pem("trusted"), key: pem("key"), ca: pem("ca"), requestCert };
  const server = createServer(options, ({ socket }, response) => {
    const name = socket instanceof TLSSocket ? socket.getPeerCertificate().subject?.CN : undefined;
    clients.push(typeof name === "string" ? name : undefined);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify([product]));
  });
  const started = await listen(server);
  return { ...started, url: `https://localhost:${started.port}`, clients };
}
