/** The import of products, run as a merchant does. */
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PaymentsClient } from "payments-client";
import { Sandbox, type SandboxServer } from "payments-client/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { environmentOf } from "../../src/sandbox/environment-lines.ts";
import { installExample } from "./install-example.ts";
import { openMeddledGateway } from "./meddled-gateway.ts";
import { ended, runNode, startNode, typeErrors } from "./run.ts";

const folder = await installExample("scripts");
const HEADER = "sku,name,description,currency,price,quantity,expired_at\n";
const row = (sku: string, price = "129.00", quantity = "unlimited"): string =>
  `${sku},Pass ${sku},One person,EUR,${price},${quantity},never\n`;
const rows = (count: number): string =>
  HEADER + Array.from({ length: count }, (_, n) => row(`P-${n}`)).join("");

const settingsOf = ({ clientOptions }: Pick<SandboxServer, "clientOptions">) =>
  environmentOf({ ...clientOptions, publicKey: "" });

async function importer(gateway: Pick<SandboxServer, "clientOptions">, text: string) {
  const file = join(folder, `${randomUUID()}.csv`);
  await writeFile(file, text);
  const args = ["import-products.ts", file];
  const env = { ...settingsOf(gateway), PAYMENTS_UNDER_WAY: "100", PAYMENTS_TIMEOUT: "2000" };
  return {
    file,
    run: () => runNode(folder, args, env),
    start: () => startNode(folder, args, env),
  };
}

async function open() {
  const sandbox = new Sandbox();
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const payments = new PaymentsClient(sandbox.clientOptions);
  const names = async () => (await payments.products.list()).map(({ name }) => name).toSorted();
  return { sandbox, server, names };
}

test("it type checks", async () => {
  expect(await typeErrors(folder)).toBe("");
});

test("each row of products.csv is created once, however often it is imported", async () => {
  const { server, names } = await open();
  const { run } = await importer(server, await readFile(join(folder, "products.csv"), "utf8"));
  expect(await run()).toMatchObject({ code: 0, stderr: expect.not.stringContaining("PASS") });
  expect(await run()).toMatchObject({ code: 0, stdout: "" });
  expect(await names()).toEqual(["Annual pass", "Monthly pass", "Opening night"]);
});

test("a bad row is printed with its reason, and the others are created", async () => {
  const { server, names } = await open();
  const { run } = await importer(
    server,
    HEADER + row("A", "129.005") + row("B", "12.00", "") + row("") + row("GOOD"),
  );
  const { code, stderr } = await run();
  expect(code).toBe(1);
  expect(stderr).toMatch(/^A: .*3 decimals/m);
  expect(stderr).toMatch(/^B: .*quantity/m);
  expect(stderr).toContain("sku is missing");
  expect(await names()).toEqual(["Pass GOOD"]);
});

test("a lost response, a lost request and a kill create no product twice", async () => {
  const { sandbox, names } = await open();
  const cut = await openMeddledGateway(sandbox);
  let dropped = 0;
  cut.own.meddle = async ({ name, body, answer, response }) => {
    if (!name.startsWith("POST") || dropped === 6) return false;
    dropped += 1;
    if (JSON.parse(body).name !== "Pass P-1") await answer();
    return response.destroy();
  };
  const { file, run, start } = await importer(cut, rows(300));
  // Ends at the first response that is lost.
  expect((await run()).code).toBe(1);
  const child = start();
  const end = ended(child);
  await expect.poll(async () => (await names()).length, { timeout: 60_000 }).toBeGreaterThan(20);
  child.kill("SIGKILL");
  await end;
  let code: number | null = 1;
  for (let runs = 0; runs < 9 && code !== 0; runs += 1) ({ code } = await run());
  expect(code).toBe(0);
  expect((await names()).length).toBe(300);
  expect(new Set(await names()).size).toBe(300);
  // At another gateway, nothing is there yet.
  const other = await open();
  expect((await runNode(folder, ["import-products.ts", file], settingsOf(other.server))).code).toBe(0);
  expect(await other.names()).toHaveLength(300);
});
