import { expect, test } from "vitest";
import { createApp } from "../../../src/sandbox/app.ts";
import { openGateway } from "../../../src/sandbox/gateway/open-gateway.ts";
import { stopTime } from "../../support/stop-time.ts";
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
  using time = stopTime();
  const response = await look();
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error("no body");
  expect((await reader.read()).value).toBe(": live\n\n");
  for (const waits of [[], [199, 1], [199, 1]]) {
    let isRead = false;
    const next = reader.read().finally(() => {
      isRead = true;
    });
    gateway.journal.append("state");
    for (const wait of waits) {
      expect(isRead).toBe(false);
      await time.advance(wait);
    }
    await time.until(() => isRead);
    expect((await next).value).toBe("data: changed\n\n");
  }
  expect(listeners()).toBe(1);
  await reader.cancel();
  await expect.poll(listeners).toBe(0);
});

test("HEAD for the events leaves no listener behind", async () => {
  const { listeners, look } = openCounted();
  expect((await look("HEAD")).status).toBe(200);
  expect(listeners()).toBe(0);
});
