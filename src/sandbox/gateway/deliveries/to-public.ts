import type { LookupFunction } from "node:net";
import { isLoopbackAddress } from "../../../runtime/loopback.ts";
import { isPrivateAddress } from "../../../runtime/private-address.ts";
import type { Deliver } from "../orders/order.ts";

export class PrivateAddressError extends Error {}

/** Resolves a host and throws for a private address. Accepts loopback, because the developer's shop runs there. */
async function resolvePublic(host: string) {
  const { lookup } = process.getBuiltinModule("node:dns/promises");
  const found = await lookup(host, { all: true, order: "ipv4first" });
  const hidden = found.find(({ address }) => isPrivateAddress(address) && !isLoopbackAddress(address));
  if (hidden)
    throw new PrivateAddressError(
      `refused: ${hidden.address} is in a private network, and this sandbox has a publicUrl`,
    );
  return found;
}

/** Rejects if the host of a URL has a private address. Works only on Node. */
export const refusePrivateAddress = async (url: string): Promise<void> => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (process.getBuiltinModule("node:net").isIP(host)) await resolvePublic(host);
};

const lookup: LookupFunction = (host, { all }, callback) => {
  const give = ([first, ...others]: Awaited<ReturnType<typeof resolvePublic>>): void => {
    if (all) callback(null, first ? [first, ...others] : []);
    else callback(null, first?.address ?? "", first?.family);
  };
  resolvePublic(host).then(give, (error) => callback(error, ""));
};

/** Returns headers with names such as `Content-Signature`, because a request has them in lower case. */
const onWire = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Array.from(headers, ([name, value]) => [
      name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      value,
    ]),
  );

/**
 * Posts only to checked addresses. `fetch` would resolve the name again after the check, and its owner could return
 * another address then (DNS rebinding). Works only on Node.
 */
export const deliverToPublic: Deliver = async (request) => {
  const { signal, method, url, headers } = request;
  const body = new Uint8Array(await request.arrayBuffer());
  const { Readable } = process.getBuiltinModule("node:stream");
  const http = process.getBuiltinModule(url.startsWith("https:") ? "node:https" : "node:http");
  return new Promise((resolve, reject) => {
    const options = { method, headers: onWire(headers), lookup, signal, agent: false };
    const outgoing = http.request(url, options);
    const refuse = (status: number | undefined, connection: { destroy(): void }): void => {
      reject(new Error(`status ${status} is not a final status of HTTP`));
      connection.destroy();
    };
    outgoing
      .on("response", (incoming) => {
        const { statusCode: status = 0 } = incoming;
        // The constructor of Response throws for other statuses, and the error would end the process.
        if (status < 200 || status > 599) return refuse(status, outgoing);
        const hasBody = ![204, 205, 304].includes(status);
        if (!hasBody) incoming.destroy();
        resolve(new Response(hasBody ? Readable.toWeb(incoming) : null, { status }));
      })
      .on("upgrade", ({ statusCode }, socket) => refuse(statusCode, socket))
      .on("error", reject)
      .on("close", () => reject(new Error("the connection was closed without an answer")))
      .end(body);
  });
};
