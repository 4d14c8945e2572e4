import { inspect } from "node:util";
import { expect, test } from "vitest";
import { ConfigurationError, PaymentsClient, TimeoutError } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { stopTime } from "../support/stop-time.ts";
import { everythingShownBy, rejection, thrown } from "./calls.ts";
import { good } from "./construct.ts";

retryWithoutDelay();

test("withOptions is the same client for another shop", async () => {
  await using gateway = await startGateway({ status: 200, body: [] });
  const first = gateway.client({ headers: { "x-shop": "one" } });
  const second = first.withOptions({ shopId: 77, secretKey: "another-secret-key" });
  expect(second).toBeInstanceOf(PaymentsClient);
  expect([first.shopId, second.shopId, second.baseUrl]).toStrictEqual(["4821", "77", gateway.url]);
  await first.products.list();
  await second.products.list();
  expect(gateway.requests.map(({ headers }) => headers.authorization)).toStrictEqual([
    `Basic ${btoa("4821:s3cret-key-of-the-shop")}`,
    `Basic ${btoa("77:another-secret-key")}`,
  ]);
  expect(gateway.requests[1]?.headers["x-shop"]).toBe("one");
});

test("withOptions takes another timeout, and leaves what is undefined", async () => {
  await using gateway = await startGateway(() => undefined);
  const patient = gateway.client({ timeout: 60_000, maxRetries: 0 });
  const hurried = patient.withOptions({ timeout: 1000, maxRetries: undefined, headers: undefined });
  using time = stopTime();
  const call = rejection(hurried.products.list(), TimeoutError);
  await time.until(() => gateway.requests.length === 1);
  await time.advance(1000);
  expect((await call).message).toContain("1000 ms");
  expect(gateway.requests).toHaveLength(1);
});

test("withOptions keeps allowInsecureHttp and validate", () => {
  const client = new PaymentsClient({ ...good, baseUrl: "http://10.0.0.1", allowInsecureHttp: true });
  expect(client.withOptions({ timeout: 1_000 }).baseUrl).toBe("http://10.0.0.1");
});

test("withOptions refuses an invalid option, from its own line", () => {
  const client = new PaymentsClient(good);
  const error = thrown(() => client.withOptions({ timeout: 0 }), ConfigurationError);
  expect(error.message).toContain("timeout");
  const secret = client.withOptions({ secretKey: "another-secret-key" });
  expect(everythingShownBy(secret) + inspect(secret, { showHidden: true })).not.toContain("another-secret");
});

test("clients of one gateway share the retry budget, those of another have their own", async () => {
  await using down = await startGateway({ status: 503 });
  await using other = await startGateway({ status: 503 });
  const client = down.client({ maxRetries: 1 });
  const callMany = (each: (index: number) => Promise<unknown>) =>
    Promise.allSettled(Array.from({ length: 40 }, (_, index) => each(index)));
  await callMany((index) => client.withOptions({ timeout: 10_000 + index }).products.list());
  expect(down.requests).toHaveLength(50);
  const elsewhere = client.withOptions({ baseUrl: other.url });
  await callMany(() => elsewhere.products.list());
  expect(other.requests).toHaveLength(50);
});
