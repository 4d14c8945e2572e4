import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { afterAll, expect, test } from "vitest";
import { environmentOf } from "./environment.ts";
import { installShared } from "./install-example.ts";
import { ended, runNode, startNode, typeErrors } from "./run.ts";

const sandbox = new Sandbox();

const [folder, server] = await Promise.all([installShared("scripts"), sandbox.listen()]);
afterAll(() => server.close());

const product = (name: string, amount: number, currency: string) => ({
  name,
  description: name,
  currency,
  amount,
  infinite: true,
  immortal: true,
});

test("the scripts type check", async () => {
  expect(await typeErrors(folder)).toBe("");
});

test("export-links writes a row for every product, and escapes formulas", async () => {
  const { products } = new PaymentsClient(sandbox.clientOptions);
  const pass = await products.create(product('Pass, "annual"', 12900, "EUR"));
  const formula = await products.create(product("=1+1", 500, "JPY"));
  const { code, stdout } = await runNode(folder, ["export-links.ts"], environmentOf(server));
  expect(code).toBe(0);
  expect(stdout.split("\n")).toEqual([
    "id,name,price,link",
    `${pass.id},"Pass, ""annual""",129.00 EUR,${server.url}/products/${pass.id}/pay`,
    `${formula.id},'=1+1,500 JPY,${server.url}/products/${formula.id}/pay`,
    "",
  ]);
});

test("export-links writes a file that a spreadsheet opens as UTF-8", async () => {
  const { code } = await runNode(folder, ["export-links.ts", "links.csv"], environmentOf(server));
  expect(code).toBe(0);
  expect(await readFile(join(folder, "links.csv"), "utf8")).toMatch(/^\uFEFFid,name,price,link\n/);
});

test("export-links ends without an error when its output is closed", async () => {
  const child = startNode(folder, ["export-links.ts"], environmentOf(server));
  const end = ended(child);
  child.stdout?.destroy();
  expect(await end).toMatchObject({ code: 0, stderr: "" });
});

test("wrong arguments write no file, and --help prints the usage", async () => {
  const wrong = [["--verbose"], ["a.csv", "b.csv"]];
  for (const args of wrong) {
    const { code, stderr } = await runNode(folder, ["export-links.ts", ...args], environmentOf(server));
    expect(code, args.join(" ")).toBe(2);
    expect(stderr).toContain("node export-links.ts [FILE]");
  }
  for (const script of ["export-links.ts", "import-products.ts", "watch-payment.ts"]) {
    const { code, stdout } = await runNode(folder, [script, "--help"]);
    expect(code, script).toBe(0);
    expect(stdout).toContain(`node ${script}`);
  }
  for (const file of ["--help", "--verbose", "a.csv"]) {
    await expect(access(join(folder, file)), file).rejects.toThrow("ENOENT");
  }
});

test("export-links exits with 1 if listing fails, and writes no incomplete file", async () => {
  const env = { ...environmentOf(server), PAYMENTS_SECRET_KEY: "wrong" };
  const { code, stderr } = await runNode(folder, ["export-links.ts", "none.csv"], env);
  expect(code).toBe(1);
  expect(stderr).toContain("AuthenticationError");
  await expect(access(join(folder, "none.csv"))).rejects.toThrow("ENOENT");
});
