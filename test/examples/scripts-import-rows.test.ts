import { mkdtemp, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PaymentsClient, type Product } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { environmentOf } from "./environment.ts";
import { installShared } from "./install-example.ts";
import { type Ended, runNode } from "./run.ts";
import { importHere } from "./run-import.ts";

const folder = await installShared("scripts");

const HEADER = "sku,name,description,currency,price,quantity,expired_at";

/** Its own gateway and CSV file for each test. */
async function openImport() {
  const sandbox = new Sandbox();
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const own = await mkdtemp(join(folder, "import-"));
  const file = join(own, "products.csv");
  return {
    sandbox,
    own,
    file,
    write: (lines: readonly string[]) => writeFile(file, lines.join("\n")),
    run: () => importHere(folder, server, file),
    runScript: (...more: string[]): Promise<Ended> =>
      runNode(folder, ["import-products.ts", file, ...more], environmentOf(server)),
    products: (): Promise<Product[]> => new PaymentsClient(sandbox.clientOptions).products.list(),
  };
}

const ROW = "A,Pass,One year,EUR,9.00,1,never";

test.each<[what: string, file: string | Buffer, problems: readonly RegExp[], status?: number]>([
  ["an unknown column", "name,prise\nPass,1.00", [/missing description, .*expired_at; unknown prise$/]],
  ["a duplicate column", `${HEADER},price\n${ROW},1.00`, [/more than once price$/]],
  [
    // Neither is an unlimited product.
    "an empty cell for quantity or expiry",
    `${HEADER}\n${ROW.replace(",1,", ",,")}\nB${ROW.slice(1).replace("never", "")}`,
    [/^line 2: .* quantity/, /^line 3: .* expired_at/],
  ],
  ["bytes that are not UTF-8", Buffer.from(`${HEADER}\n${ROW}é`, "latin1"), [/^line 2: is not UTF-8/]],
  ["a row that the gateway refuses", `${HEADER}\n${ROW}`, [/^line 2: \S/], 422],
])("%s creates nothing, and is reported", async (_, text, problems, status) => {
  const { sandbox, file, run, products } = await openImport();
  if (status !== undefined) sandbox.failNext({ status });
  await writeFile(file, text);
  const { code, stderr } = await run();
  expect(code).not.toBe(0);
  expect(stderr.trim().split("\n")).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  expect(await products()).toEqual([]);
});

test("only --test creates test products", async () => {
  const { file, write, runScript, products } = await openImport();
  await write([HEADER, "A,Pass,One year,EUR,9.00,1,never"]);
  expect(await runScript()).toMatchObject({ code: 0, stderr: "" });
  expect(await runScript("--test", "--journal", `${file}.test`)).toMatchObject({ code: 0, stderr: "" });
  expect((await products()).map(({ test }) => test)).toEqual([false, true]);
});

test("an edited row is unchanged at the gateway if it has a sku, and a new product if it has none", async () => {
  const { write, run, products } = await openImport();
  await write([HEADER, "A,Pass,One year,EUR,9.00,1,never", ",Guide,Printed,EUR,5.00,1,never"]);
  expect(await run()).toMatchObject({ code: 0 });
  await write([HEADER, "A,Pass,One year,EUR,9.50,1,never", ",Guide,Printed,EUR,5.50,1,never"]);
  const { code, stdout } = await run();
  expect(code).toBe(0);
  expect(stdout).toContain("1 created, 1 already there, 0 bad");
  expect((await products()).map(({ amount }) => amount).sort()).toEqual([500, 550, 900]);
});

test("optional columns reach the gateway, and another delimiter is read", async () => {
  const { write, runScript, products } = await openImport();
  await write([
    `${HEADER},language,transaction_type`.replaceAll(",", ";"),
    "A;Pass, annual;One year;EUR;9.00;1;never;de;authorization",
  ]);
  expect(await runScript("--delimiter", ";")).toMatchObject({ code: 0, stderr: "" });
  expect(await products()).toMatchObject([
    {
      name: "Pass, annual",
      language: "de",
      transaction_type: "authorization",
    },
  ]);
});

test("an import leaves only its journal beside the file, which other users cannot read", async () => {
  const { own, file, write, run } = await openImport();
  await write([HEADER, "A,Pass,One year,EUR,9.00,1,never"]);
  expect(await run()).toMatchObject({ code: 0, stderr: "" });
  expect((await readdir(own)).sort()).toEqual(["products.csv", "products.csv.journal"]);
  if (process.platform !== "win32") expect((await stat(`${file}.journal`)).mode & 0o777).toBe(0o600);
});
