import { expect, onTestFinished, test } from "vitest";
import { type Deliver, Sandbox, type SandboxServer, type SandboxState } from "../../src/sandbox.ts";
import { startGateway } from "../support/gateway.ts";
import { recordsOf } from "../support/saved-state.ts";
import { openSandbox, savedState, sendLoaded } from "./open-gateway.ts";

const secretKey = "a-key-of-kim";
const publicUrl = "https://kim.tunnel.example";
const REFUSED = "refused: 10.0.0.7 is in a private network, and this local gateway has a publicUrl";

const listen = async (sandbox: Sandbox, isPublic = true): Promise<SandboxServer> => {
  const server = await sandbox.listen(isPublic ? { publicUrl } : {});
  onTestFinished(server.close);
  return server;
};

/** What of a notification is due when the sandbox starts again: a repeat, or a post that had no answer. */
const FIRST: Record<string, Deliver> = {
  "a repeat": async () => new Response(null, { status: 500 }),
  "an interrupted post": () => new Promise(() => undefined),
};

/** The state of a sandbox with a post that is due, to an address of a private network. */
async function stateWith(due: string, isPublic: boolean, url = "http://10.0.0.7/notify") {
  const { sandbox: first, create } = openSandbox({ secretKey, deliver: FIRST[due] });
  if (isPublic) await listen(first);
  void first.pay(await create({ settings: { notification_url: "https://203.0.113.7/notify" } }));
  await expect.poll(() => first.deliveries[0]?.answers.length).toBe(due === "a repeat" ? 1 : 0);
  const state = await savedState(first);
  for (const delivery of recordsOf(state).deliveries) {
    delivery.url = url;
    if (due === "a repeat") delivery.nextAttemptAt = new Date().toISOString();
  }
  return state;
}

/** A sandbox with the state, and the addresses that it posts to. */
function restart(state: SandboxState) {
  const posted: string[] = [];
  const deliver: Deliver = async ({ url }) => {
    posted.push(url);
    return new Response();
  };
  return { sandbox: new Sandbox({ secretKey, state, deliver }), posted };
}

test.each(Object.keys(FIRST))("%s that is due posts nothing around the check", async (due) => {
  for (const wasPublic of [true, false]) {
    const { sandbox, posted } = restart(await stateWith(due, wasPublic));
    await listen(sandbox);
    await sendLoaded(sandbox);
    await expect.poll(() => sandbox.deliveries[0]?.answers.at(-1)?.error).toBe(REFUSED);
    expect(posted).toStrictEqual([]);
  }
});

test("nor does it when a public sandbox that started again listens late, or not at all", async () => {
  const { sandbox, posted } = restart(await stateWith("an interrupted post", true));
  await sendLoaded(sandbox);
  await expect.poll(() => sandbox.deliveries[0]?.answers.at(-1)?.error).toBe(REFUSED);
  await listen(sandbox);
  await sandbox.redeliver(sandbox.deliveries[0]?.id ?? "");
  expect(posted).toStrictEqual([]);
});

test("nothing is posted by a socket before it listens", async () => {
  await using hidden = await startGateway({ status: 200 });
  const url = hidden.url.replace("127.0.0.1", "0.0.0.0");
  const state = await stateWith("an interrupted post", true, url);
  const sandbox = new Sandbox({ secretKey, state });
  await sendLoaded(sandbox);
  await expect.poll(() => sandbox.deliveries[0]?.answers.at(-1)?.error).toContain("refused: 0.0.0.0");
  expect(hidden.requests).toStrictEqual([]);
});

test("a sandbox that listens on this machine only after a restart posts into its network again", async () => {
  const { sandbox, posted } = restart(await stateWith("an interrupted post", true));
  await listen(sandbox, false);
  await sendLoaded(sandbox);
  await expect.poll(() => posted).toStrictEqual(["http://10.0.0.7/notify"]);
  expect(await sandbox.state()).not.toHaveProperty("isPublic");
});

test("a second address on this machine takes no check from a public sandbox", async () => {
  const { sandbox, posted } = restart(await stateWith("an interrupted post", false));
  await listen(sandbox);
  await listen(sandbox, false);
  await sendLoaded(sandbox);
  await expect.poll(() => sandbox.deliveries[0]?.answers.at(-1)?.error).toBe(REFUSED);
  expect(posted).toStrictEqual([]);
});
