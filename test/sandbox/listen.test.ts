/** In this folder: the local gateway as a server, with a folder for each of its sides. */

import { request } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { type Listening, listen } from "../../src/sandbox/http/listen.ts";

let server: Listening | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const serve = async (answer: (request: Request) => Response | Promise<Response>): Promise<string> => {
  server = await listen(answer, 0, "127.0.0.1");
  return server.url;
};

test("a body over 1 MiB gets 413 and does not reach the handler", async () => {
  const answer = vi.fn(async (arrived: Request) => new Response(String((await arrived.text()).length)));
  const url = await serve(answer);
  const post = (bytes: number) => fetch(url, { method: "POST", body: "x".repeat(bytes) });
  expect(await (await post(1_048_576)).text()).toBe("1048576");
  expect((await post(1_048_577)).status).toBe(413);
  expect(answer).toHaveBeenCalledOnce();
});

test("an endless response is streamed until the client disconnects", async () => {
  const cancel = vi.fn();
  const start = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(new TextEncoder().encode("first"));
  };
  const answer = await fetch(await serve(() => new Response(new ReadableStream({ start, cancel }))));
  const reader = answer.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
  await reader?.cancel();
  await expect.poll(() => cancel).toHaveBeenCalledOnce();
});

test("a method that fetch does not support gets 400", async () => {
  const url = await serve(() => new Response());
  const status = await new Promise((resolve) => {
    request(url, { method: "TRACE" }, (answer) => resolve(answer.resume().statusCode)).end();
  });
  expect(status).toBe(400);
});

test("a handler that throws ends the connection, not the process", async () => {
  const url = await serve(() => {
    throw new Error("broken");
  });
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test("without node:http the error names the required Node version", async () => {
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
  await expect(serve(() => new Response())).rejects.toThrow("listen() needs Node 22.3 or newer");
});
