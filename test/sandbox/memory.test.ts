import { fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";

const SIZE = 16_000_000;
const POSTS = 40;

const child = fork(new URL("./measured-sandbox.js", import.meta.url), { stdio: "inherit" });
afterAll(() => child.kill("SIGKILL"));

/** The largest memory of the process so far, in MB. */
async function peak(): Promise<number> {
  child.send("measure");
  const [{ megabytes }] = await once(child, "message");
  return megabytes;
}

/** Posts as much as the server takes, whatever it answers meanwhile. */
const post = (port: number, headers: string, chunk: Buffer) =>
  new Promise<void>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined).once("close", () => resolve());
    socket.resume();
    socket.write(
      `POST /products HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`,
    );
    let sent = 0;
    const send = (): void => {
      while (sent < SIZE && !socket.destroyed) {
        sent += chunk.length;
        if (!socket.write(chunk)) {
          socket.once("drain", send);
          return;
        }
      }
      socket.end();
    };
    send();
  });

test("40 posts of 16 MB at a time grow a sandbox by less than 100 MB, with and without a length", async () => {
  const [{ port }] = await once(child, "message");
  const plain = Buffer.alloc(64_000, "x");
  const chunked = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(65_536, "x"), Buffer.from("\r\n")]);
  const postBoth = async () => {
    await post(port, `Content-Length: ${SIZE}`, plain);
    await post(port, "Transfer-Encoding: chunked", chunked);
  };
  // Node collects the buffers of sockets only from 64 MB on.
  for (let round = 0; round < 4; round += 1) await postBoth();
  const before = await peak();
  await Promise.all(Array.from({ length: POSTS / 2 }, postBoth));
  expect((await peak()) - before).toBeLessThan(100);
  const answer = await fetch(`http://127.0.0.1:${port}/products`);
  expect(answer.status).toBe(401);
}, 60_000);
