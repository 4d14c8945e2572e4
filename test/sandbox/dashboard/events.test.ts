import { expect, test, vi } from "vitest";
import { createApp } from "../../../src/sandbox/app.ts";
import { openShop } from "../../../src/sandbox/gateway/shop.ts";

/** A dashboard whose listeners are counted. */
function openCounted() {
  const shop = openShop({ shopId: "1", secretKey: "secret", speed: 1, deliver: undefined, state: undefined });
  const counted = { listeners: 0 };
  const subscribe = shop.changes.subscribe.bind(shop.changes);
  vi.spyOn(shop.changes, "subscribe").mockImplementation((listener) => {
    counted.listeners += 1;
    const end = subscribe(listener);
    return () => {
      counted.listeners -= 1;
      end();
    };
  });
  const app = createApp(shop);
  const look = (method = "GET") => app.fetch(new Request("http://127.0.0.1:4747/sandbox/events", { method }));
  return { shop, counted, look };
}

test("events are sent at most five times a second, and listeners end with the connection", async () => {
  const { shop, counted, look } = openCounted();
  expect(counted.listeners).toBe(0);
  const response = await look();
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error("no body");
  expect((await reader.read()).value).toBe(": live\n\n");
  const start = Date.now();
  const busy = setInterval(shop.emitChange, 5);
  for (let count = 0; count < 4; count += 1) expect((await reader.read()).value).toBe("data: changed\n\n");
  clearInterval(busy);
  expect(Date.now() - start).toBeGreaterThanOrEqual(580);
  expect(counted.listeners).toBe(1);
  await reader.cancel();
  await expect.poll(() => counted.listeners).toBe(0);
});

test("HEAD for the events leaves no listener behind", async () => {
  const { counted, look } = openCounted();
  expect((await look("HEAD")).status).toBe(200);
  expect(counted.listeners).toBe(0);
});
