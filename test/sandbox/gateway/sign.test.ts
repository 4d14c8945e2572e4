import { expect, test } from "vitest";
import { everything } from "../../support/handlers.ts";
import { openGateway, openSandbox } from "../open-gateway.ts";

/** A sandbox that generates a key pair of its own. */
async function open() {
  const { sandbox, webhooks } = await openGateway({ state: undefined });
  const received: unknown[] = [];
  const handler = webhooks.handler({
    ...everything(({ transaction }) => void received.push(transaction)),
    onError: () => undefined,
  });
  const post = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    (await handler(new Request("https://shop.example/notify", { method: "POST", headers, body }))).status;
  return { sandbox, post, received };
}

const notification = (uid: string) =>
  JSON.stringify({ transaction: { uid, type: "payment", status: "successful", amount: 1, currency: "EUR" } });

test("a handler accepts a signed notification with a body of your own", async () => {
  const { sandbox, post, received } = await open();
  const text = notification("uid-Ä-字");
  const bytes = new TextEncoder().encode(text);
  expect(await post(text, await sandbox.sign(text))).toBe(200);
  expect(await post(bytes, await sandbox.sign(bytes))).toBe(200);
  expect(received).toMatchObject([{ uid: "uid-Ä-字" }, { uid: "uid-Ä-字" }]);
});

test("a handler refuses another body, another key and other credentials", async () => {
  const { sandbox, post, received } = await open();
  const body = notification("1");
  const headers = await sandbox.sign(body);
  const other = await openSandbox().sandbox.sign(body);
  expect(await post(notification("2"), headers)).toBe(401);
  expect(await post(body, other)).toBe(401);
  expect(await post(body, { ...headers, authorization: `Basic ${btoa("4821:guessed")}` })).toBe(401);
  expect(received).toStrictEqual([]);
});

test("only text or bytes can be signed", async () => {
  const { sandbox } = await open();
  await expect(Reflect.apply(sandbox.sign, sandbox, [{ transaction: {} }])).rejects.toThrow(
    new TypeError("sign: body must be the text or the bytes that you post"),
  );
});
