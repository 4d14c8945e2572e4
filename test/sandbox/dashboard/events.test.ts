import { expect, test } from "vitest";
import { createApp } from "../../../src/sandbox/app.ts";
import { openGateway } from "../../../src/sandbox/gateway/open-gateway.ts";
import { ORIGIN } from "./open-dashboard.ts";

/** A dashboard whose listeners are counted. */
function openCounted() {
  const gateway = openGateway({ shopId: "", secretKey: "s", speed: 1, deliver: undefined, state: undefined });
  const { journal } = gateway;
  const subscribe = journal.subscribe.bind(journal);
  let listeners = 0;
  journal.subscribe = (listener) => {
    const end = subscribe(listener);
    listeners += 1;
    return () => {
      listeners -= 1;
      end();
    };
  };
  const app = createApp(gateway);
  const look = (method = "GET") => app.fetch(new Request(`${ORIGIN}/sandbox/events`, { method }));
  return { gateway, listeners: () => listeners, look };
}

test("events are sent at most five times a second, and listeners end with the connection", async () => {
  const { gateway, listeners, look } = openCounted();
  expect(listeners()).toBe(0);
  const response = await look();
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error("no body");
  expect((await reader.read()).value).toBe(": live\n\n");
  const start = Date.now();
  const busy = setInterval(() => gateway.journal.append("state"), 5);
  for (let count = 0; count < 4; count += 1) expect((await reader.read()).value).toBe("data: changed\n\n");
  clearInterval(busy);
  expect(Date.now() - start).toBeGreaterThanOrEqual(580);
  expect(listeners()).toBe(1);
  await reader.cancel();
  await expect.poll(listeners).toBe(0);
});

test("HEAD for the events leaves no listener behind", async () => {
  const { listeners, look } = openCounted();
  expect((await look("HEAD")).status).toBe(200);
  expect(listeners()).toBe(0);
});
