import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { PaymentsClient } from "payments-client";
import { Sandbox, type SandboxServer } from "payments-client/sandbox";
import { beforeEach, expect, test } from "vitest";
import { readNumber } from "../../examples/scripts/src/read-arguments.ts";
import { listen } from "../support/listen.ts";
import { dropResponses } from "./drop-responses.ts";
import { environmentOf } from "./environment.ts";
import { installShared } from "./install-example.ts";
import { ended, runNode, startNode } from "./run.ts";
import { type ImportOptions, importHere } from "./run-import.ts";

let sandbox: Sandbox;
let server: SandboxServer;

const folder = await installShared("scripts");
beforeEach(async () => {
  sandbox = new Sandbox();
  server = await sandbox.listen();
  await rm(join(folder, "products.csv.journal"), { force: true });
  return () => server.close();
});

const HEADER = "sku,name,description,currency,price,quantity,expired_at";

const rows = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, index) => `S-${index},Pass ${index},One year,EUR,${index + 1}.00,unlimited,never`,
  );

const write = (lines: readonly string[]): Promise<void> =>
  writeFile(join(folder, "products.csv"), lines.join("\n"));

const ARGUMENTS = ["import-products.ts", "products.csv", "--settle", "0.3"];

const runScript = (...more: string[]) => runNode(folder, [...ARGUMENTS, ...more], environmentOf(server));

const runImport = (options: ImportOptions = {}, through = server) =>
  importHere(folder, through, join(folder, "products.csv"), options);

const names = async (): Promise<string[]> => {
  const products = await new PaymentsClient(sandbox.clientOptions).products.list();
  return products.map(({ name }) => name).sort();
};

const namesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Pass ${index}`).sort();

test("a second run creates nothing, except for added rows", async () => {
  await write([HEADER, ...rows(20)]);
  const first = await runScript();
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toContain("100 %  20 created, 0 already there, 0 bad");
  await write([HEADER, ...rows(21)]);
  const second = await runImport();
  expect(second.stdout).toContain("100 %  1 created, 20 already there, 0 bad");
  expect(await names()).toEqual(namesOf(21));
});

test("invalid rows are reported at the end with line and reason, and the others are created", async () => {
  await write([
    `\uFEFF${HEADER}\r`,
    'A,"Pass, ""annual""","two\r\nlines",EUR,129.00,40,2030-12-31T23:00:00Z\r',
    "B,Pass,One year,EUR,1.005,1,never\r",
    "\r",
    "C,Pass,One year,EUR,1.00,1\r",
    "D,,One year,EURO,1.00,,never\r",
    "A,Pass,One year,EUR,1.00,1,never\r",
    "E,Pass,One year,EUR,0.00,1,never\r",
    "F,Pass,One year,EUR,1.00,1,never\r",
    'G,"Pass"x,One year,EUR,1.00,1,never\r',
    "H,Pass,One year,EUR,1.00,1,never\r",
  ]);
  const { code, stderr } = await runImport();
  expect(code).toBe(1);
  expect(stderr.trim().split("\n")).toEqual([
    "line 4: price has 3 decimals, but EUR has 2. Round it first",
    "line 6: has 6 fields, the header has 7",
    "line 7: currency must be an ISO 4217 alpha-3 code in capitals, such as EUR",
    "line 8: repeats line 2",
    expect.stringMatching(/^line 11: Invalid Closing Quote: got "x".*The rest of the file was not read$/),
  ]);
  expect(await new PaymentsClient(sandbox.clientOptions).products.list()).toMatchObject([
    { name: 'Pass, "annual"', description: "two\r\nlines", amount: 12900, quantity: 40 },
    { name: "Pass", amount: 0, quantity: 1 },
    { name: "Pass", amount: 100, infinite: false, quantity: 1 },
  ]);
});

test("a journal of another shop or mode is refused", async () => {
  await write([HEADER, ...rows(1)]);
  await runImport();
  const { code, stderr } = await runImport({ test: true });
  expect(code).not.toBe(0);
  expect(stderr).toContain("is the journal of another import");
});

const ALIKE_BUT_SKU = ["A", "B", "C", "D"].map((sku) => `${sku},Pass 0,One year,EUR,1.00,1,never`);

test.each<
  [
    fault: string,
    lines: readonly string[],
    lost: number,
    more: { isBehindBy?: number; status?: number; times?: number },
  ]
>([
  ["an error after which it may exist", rows(12), 0, { status: 503 }],
  ["rate limits", rows(40), 0, { status: 429, times: 24 }],
  ["lost responses", rows(12), 3, {}],
  ["lost responses, although rows differ only in their sku", ALIKE_BUT_SKU, 3, {}],
  ["lost responses of a gateway whose clock is 59 minutes behind", rows(2), 2, { isBehindBy: 59 * 60_000 }],
])("after %s, each row is created once", async (_, lines, lost, { status, times = 3, ...faults }) => {
  const losing = await dropResponses(sandbox, lost, faults);
  if (status !== undefined) sandbox.failNext({ status, times });
  await write([HEADER, ...lines]);
  const { code, stderr } = await runImport({}, losing);
  await losing.close();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(await names()).toEqual(lines.map((line) => line.split(",")[1]).sort());
});

const quantities = async () => {
  const products = await new PaymentsClient(sandbox.clientOptions).products.list();
  return products.map(({ quantity }) => quantity).sort();
};

const ALIKE = [HEADER, "A,Pass 0,One year,EUR,1.00,1,never", "B,Pass 0,One year,EUR,1.00,2,never"];

test("rows with equal name, price and description are told apart by their other fields", async () => {
  // The response to one row is lost, and the request of the other: which of them exists, only its quantity tells.
  for (const lost of ["1", "2"]) {
    sandbox = new Sandbox();
    const losing = await dropResponses(sandbox, 2, { isLost: ({ quantity }) => quantity === lost });
    await rm(join(folder, "products.csv.journal"), { force: true });
    await write(ALIKE);
    const run = await runImport({}, losing);
    await losing.close();
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(await quantities()).toEqual([1, 2]);
  }
});

test("a row that more products match than can be its own is reported until it is resolved by hand", async () => {
  const losing = await dropResponses(sandbox, 1);
  const { products } = new PaymentsClient(sandbox.clientOptions);
  const own = { name: "Pass 0", description: "One year", currency: "EUR", amount: 100 };
  const other = await products.create({ ...own, quantity: 1, immortal: true });
  await write([HEADER, "A,Pass 0,One year,EUR,1.00,1,never"]);
  const { code, stderr } = await runImport({}, losing);
  await losing.close();
  expect(code).toBe(1);
  expect(stderr).toContain("line 2: may have been created");
  expect(await names()).toHaveLength(2);

  const wrong = await runImport({ resolutions: [[3, "none"]] }, losing);
  expect(wrong.code).not.toBe(0);
  expect(wrong.stderr).toContain("Line 3 is not unresolved");
  const created = (await products.list()).find(({ id }) => id !== other.id);
  const resolved = await runImport({ resolutions: [[2, String(created?.id)]] }, losing);
  expect(resolved).toMatchObject({ code: 0, stderr: "" });
  expect(resolved.stdout).toContain("0 created, 1 already there, 0 bad");
  expect(await names()).toHaveLength(2);
});

test("a list of products that is cut short stops the import instead of creating products again", async () => {
  const losing = await dropResponses(sandbox, 2, { isCutShort: true });
  await write([HEADER, ...rows(2)]);
  const { code, stderr } = await runImport({}, losing);
  await losing.close();
  expect(code).toBe(1);
  expect(stderr).toContain("the list of products is incomplete");
  expect(await names()).toEqual(namesOf(2));
});

test("a known product is not matched to another row with the same fields", async () => {
  await write(ALIKE);
  sandbox.failNext({ status: 503 });
  expect(await runImport({ settle: 0 })).toMatchObject({ code: 0, stderr: "" });
  expect(await quantities()).toEqual([1, 2]);
});

test("an import that is interrupted before it begins creates nothing", async () => {
  await write([HEADER, ...rows(1)]);
  const { code, stderr } = await runImport({ signal: AbortSignal.abort() });
  expect(code).toBe(1);
  expect(stderr).toContain("interrupted: requests in progress were completed");
  expect(await names()).toEqual([]);
});

test("an outage stops the import, and a later run resumes it", async () => {
  await write([HEADER, ...rows(60)]);
  sandbox.failNext({ status: 500, times: 30 });
  const first = await runImport({ concurrency: 2 });
  expect(first.code).toBe(1);
  expect(first.stderr).toContain("Stopped before the end");
  sandbox = new Sandbox({ state: await sandbox.state() });
  const port = Number(new URL(server.url).port);
  await server.close();
  server = await sandbox.listen({ port });
  expect(await runImport()).toMatchObject({ code: 0 });
  expect(await names()).toEqual(namesOf(60));
});

test("an outage during lookup keeps the report complete, and a later run creates the row", async () => {
  await write([HEADER, ...rows(1), "bad row"]);
  sandbox.failNext({ status: 503, times: 4 });
  const first = await runImport({ concurrency: 1 });
  expect(first.code).toBe(1);
  expect(first.stderr.trim().split("\n")).toEqual([
    expect.stringMatching(/^line 2: may have been created: run it again/),
    "line 3: has 1 fields, the header has 7",
    "",
    expect.stringMatching(/^Stopped before the end: products.list got 503/),
  ]);
  expect((await runImport()).stdout).toContain("100 %  1 created");
  expect(await names()).toEqual(namesOf(1));
});

test("a Retry-After of a month ends the import instead of repeating the request at once", async () => {
  let requests = 0;
  const limited = createServer((_, response) => {
    requests += 1;
    response.writeHead(429, { "retry-after": "2592000" }).end();
  });
  await using busy = await listen(limited);
  await write([HEADER, ...rows(1)]);
  const through = { ...server, clientOptions: { ...server.clientOptions, baseUrl: busy.url } };
  const { code, stderr } = await runImport({}, through);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^\nline 2: not created: [^\n]*429[^\n]*\n$/);
  expect(requests).toBe(1);
});

test("wrong credentials stop the import at once", async () => {
  await write([HEADER, ...rows(60)]);
  const through = { ...server, clientOptions: { ...server.clientOptions, secretKey: "wrong" } };
  const { code, stderr } = await runImport({}, through);
  expect(code).toBe(1);
  expect(stderr).toContain("Stopped before the end: ");
  expect(stderr.match(/not created/g)?.length).toBeLessThanOrEqual(32);
});

test("Ctrl+C completes requests in progress", async () => {
  await write([HEADER, ...rows(500)]);
  const child = startNode(folder, ARGUMENTS, environmentOf(server));
  const end = ended(child);
  await once(child.stdout ?? child, "data");
  child.kill("SIGINT");
  const { code, stderr } = await end;
  expect(code).toBe(1);
  expect(stderr).toContain("interrupted: requests in progress were completed");
  const created = (await names()).length;
  expect(created).toBeGreaterThan(0);
  expect(created).toBeLessThan(500);
  const { stdout } = await runImport();
  expect(stdout).toContain(`${500 - created} created, ${created} already there, 0 bad`);
});

test("the import goes on when its output is closed", async () => {
  await write([HEADER, ...rows(40)]);
  const child = startNode(folder, ARGUMENTS, environmentOf(server));
  const end = ended(child);
  child.stdout?.destroy();
  expect(await end).toMatchObject({ code: 0, stderr: "" });
  expect(await names()).toEqual(namesOf(40));
});

test("a journal that can't be written ends the import with the reason, and a later run creates the rest", async () => {
  await write([HEADER, ...rows(400)]);
  // A file may have 150 kB, as on a disk that is full.
  const limited = `trap '' XFSZ; ulimit -f 150; exec "${process.execPath}" ${ARGUMENTS.join(" ")}`;
  const env = { PATH: process.env["PATH"] ?? "", ...environmentOf(server) };
  const { code, stderr } = await ended(spawn("bash", ["-c", limited], { cwd: folder, env }));
  expect(code).toBe(1);
  expect(stderr).toMatch(/disk I\/O error|disk is full/);
  expect(stderr).not.toContain("SuppressedError");
  expect((await names()).length).toBeLessThan(400);
  expect(await runImport()).toMatchObject({ code: 0, stderr: "" });
  expect(await names()).toEqual(namesOf(400));
});

test("a number that is missing or out of range is a wrong argument, not another number", async () => {
  await write([HEADER, ...rows(1)]);
  const wrong = [["--settle=86401"], ["--concurrency=1001"], ["--concurrency=0"], ["--concurrency=1.5"]];
  for (const option of [...wrong, ["--resolve", "2"], ["--typo"], ["another.csv"]]) {
    const { code, stderr } = await runScript(...option);
    expect(code, option.join(" ")).toBe(2);
    expect(stderr, option.join(" ")).toContain("node import-products.ts FILE.csv [options]");
  }
  expect(await names()).toEqual([]);
  for (const text of ["", "-1", "1e9", "soon"]) expect(readNumber(text), text).toBeNaN();
});

test("a second import at the same time is refused", async () => {
  await write([HEADER, ...rows(2000)]);
  const child = startNode(folder, ARGUMENTS, environmentOf(server));
  const end = ended(child);
  await once(child.stdout ?? child, "data");
  const { code, stderr } = await runScript();
  child.kill("SIGINT");
  await end;
  expect(code).not.toBe(0);
  expect(stderr).toContain("Another import uses products.csv.journal");
});
