import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Deliver } from "../../../src/sandbox.ts";
import { listen } from "../../support/listen.ts";
import { openSandbox } from "../open-gateway.ts";

/** A shop that writes these bytes when it is notified, and then ends the connection. */
async function shopThat(answer: (socket: Socket) => unknown): Promise<string> {
  const shop = await listen(
    createServer((socket) => {
      socket.on("error", () => undefined).once("data", () => answer(socket));
    }),
  );
  onTestFinished(() => shop[Symbol.asyncDispose]());
  return `${shop.url}/notify`;
}

/** The delivery of a payment's notification after its first post. */
async function notify(notification_url: string, isPublic: boolean, deliver?: Deliver) {
  const { sandbox, create } = openSandbox({ secretKey: "a-key-of-kim", deliver });
  const server = await sandbox.listen(isPublic ? { publicUrl: "https://kim.tunnel.example" } : {});
  onTestFinished(server.close);
  await sandbox.pay(await create({ settings: { notification_url } }));
  return sandbox.deliveries[0];
}

const STATUSES = ["000", "101", "600", "1000"];
const ANSWERS: [what: string, bytes: string][] = [
  ...STATUSES.map((status): [string, string] => [
    `status ${status}`,
    `HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`,
  ]),
  ["an upgrade", "HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhello"],
  ["half a header", "HTTP/1.1 200 OK\r\ncontent-le"],
  ["half a body", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc"],
  ["a chunk that is none", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n"],
];

test.each(ANSWERS)("a notification answered with %s failed, and is repeated", async (_, bytes) => {
  const url = await shopThat((socket) => socket.end(bytes));
  const failed = { attempts: 1, nextAttemptAt: expect.any(String) };
  const delivery = await notify(url, true);
  expect(delivery).toMatchObject({ ...failed, answers: [{ error: expect.stringMatching(/^.{4,100}$/) }] });
  // Without a publicUrl, fetch posts: it passes some of the statuses on.
  expect(await notify(url, false)).toMatchObject(failed);
});

test("the connection of an answer without a body, or with a strange status, is closed, and the status named", async () => {
  for (const status of ["204", "000", "999"]) {
    let isClosed = false;
    const url = await shopThat((socket) => {
      socket.once("close", () => {
        isClosed = true;
      });
      socket.write(`HTTP/1.1 ${status} X\r\nupgrade: x\r\n\r\n`);
    });
    const delivery = await notify(url, true);
    const error = `status ${Number(status)} is not a final status of HTTP`;
    expect(delivery?.answers).toMatchObject([status.endsWith("04") ? { status: Number(status) } : { error }]);
    await expect.poll(() => [status, isClosed]).toStrictEqual([status, true]);
  }
});

/** Answers that never end. */
const ENDLESS: [what: string, answer: (socket: Socket) => unknown][] = [
  ["half a body", (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc")],
  ["status 103 only", (socket) => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n")],
];

test.each(ENDLESS)("a notification answered with %s ends at the timeout", async (_, answer) => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const timeouts = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(300));
  for (const isPublic of [true, false]) {
    const delivery = await notify(await shopThat(answer), isPublic);
    expect(delivery?.answers).toMatchObject([{ error: expect.stringContaining("timeout") }]);
  }
  expect(timeouts).toHaveBeenCalledWith(30_000);
});

test("a handler that ignores the timeout holds no payment", async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(100));
  const delivery = await notify("https://shop.example/", false, () => new Promise(() => undefined));
  expect(delivery?.answers).toMatchObject([{ error: expect.stringContaining("timeout") }]);
});
