import type { Socket } from "node:net";
import checkoutCreated from "../fixtures/checkout-created.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import refunded from "../fixtures/refund.json" with { type: "json" };
import type { Behaviour, SeenRequest } from "./server.ts";

type Headers = Readonly<Record<string, string>>;

/** The head of a response, with its empty line. */
export const head = (status: number, headers: Headers = {}): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Whatever\r\ncontent-type: application/json\r\n${lines.join("")}\r\n`;
};

/** Sends a complete response. */
export const send = (
  socket: Socket,
  status: number,
  body: string | Uint8Array = "",
  headers: Headers = {},
) => {
  const bytes = Buffer.from(body);
  socket.write(head(status, { "content-length": String(bytes.length), ...headers }));
  if (bytes.length > 0) socket.write(bytes);
};

/** The body of a good response. */
export const goodBody = ({ path }: SeenRequest): string => {
  if (path.includes("transactions")) return JSON.stringify(refunded);
  return JSON.stringify(path.includes("checkouts") ? checkoutCreated : product);
};

export const sendGood = (socket: Socket, request: SeenRequest): void => send(socket, 200, goodBody(request));

/** The same response to every request. */
export const always =
  (status: number, body: string | Uint8Array = "", headers: Headers = {}): Behaviour =>
  (socket) =>
    send(socket, status, body, headers);

/** A fault at the first request, then good responses. */
export const once =
  (fault: Behaviour): Behaviour =>
  (socket, request, nth) =>
    nth === 1 ? fault(socket, request, nth) : sendGood(socket, request);

/** A good body, modified. */
export const withBody =
  (change: (body: string) => string | Uint8Array, headers: Headers = {}, status = 200): Behaviour =>
  (socket, request) =>
    send(socket, status, change(goodBody(request)), headers);

/** Writes chunks of 16 KiB until the client disconnects. */
export function writeEndlessly(socket: Socket): void {
  const chunk = `4000\r\n${"0".repeat(0x4000)}\r\n`;
  const fill = (): void => {
    if (socket.destroyed) return;
    if (socket.write(chunk)) setImmediate(fill);
    else socket.once("drain", fill);
  };
  fill();
}

/** Writes byte by byte, with a delay before each. */
export function drip(socket: Socket, text: string, delay: number): void {
  let sent = 0;
  const timer = setInterval(() => socket.write(text.charAt(sent++)), delay);
  socket.once("close", () => clearInterval(timer));
}
