import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { aCheckout } from "../models/params.ts";
import { startSandbox, useFolder } from "./start.ts";

const PAGE = join(import.meta.dirname, "../../docs/recipes/docker-compose.md");
const inFolder = useFolder();

test("the gateway of the page about Docker Compose has the documented credentials and links, and keeps its key", async () => {
  const [, compose = ""] = /^```yaml\n([\s\S]*?)^```$/m.exec(await readFile(PAGE, "utf8")) ?? [];
  const { gateway } = parse(compose).services;
  const [npx, name, command, ...args] = gateway.command.split(" ");
  expect([npx, name, command]).toStrictEqual(["npx", "payments-client", "sandbox"]);
  const here = args.map((arg: string) => arg.replace("/data", inFolder()));
  const { environment, client, publicKey, stop } = await startSandbox(...here);
  expect(environment["PAYMENTS_SECRET_KEY"]).toBe("sandbox-secret-key");
  const { redirect_url } = await client.checkouts.create(aCheckout);
  expect(redirect_url).toMatch(/^http:\/\/localhost:4010\/widget\/hpp\.html\?token=/);
  // The ports that the browser and the links use.
  expect(gateway.ports).toStrictEqual(["127.0.0.1:4010:4010"]);
  await stop();
  expect((await startSandbox(...here)).publicKey).toBe(publicKey);
});
