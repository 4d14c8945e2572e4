/** Every block of README.md, saved and run as a reader does. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { compile, readTsconfig } from "../support/compile-blocks.ts";
import { freePort } from "../support/free-port.ts";

const ROOT = join(import.meta.dirname, "../..");
const readme = await readFile(join(ROOT, "README.md"), "utf8");

/** The code blocks, in the order of the page. */
const blocks = Array.from(readme.matchAll(/^```(js|ts|sh)\n(.*?)^```$/gms), ([, language, code = ""]) => ({
  language,
  code,
}));

/** The only block that contains a text. */
function blockWith(text: string): string {
  const found = blocks.filter(({ code }) => code.includes(text));
  expect(found, text).toHaveLength(1);
  return found[0]?.code ?? "";
}

// Inside the package, so that it can import itself and Express by name.
const folder = await mkdtemp(join(ROOT, "test", ".tmp-readme-"));
const started: ChildProcess[] = [];
const [gatewayPort, shopPort, appPort] = [await freePort(), await freePort(), await freePort()];

afterAll(async () => {
  for (const child of started) child.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a program in the folder, and collects what it prints. */
function start(...args: string[]): {
  readonly printed: () => string;
  readonly ended: Promise<number | null>;
} {
  const child = spawn(process.execPath, args, { cwd: folder });
  started.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  return { printed: () => text, ended: new Promise((resolve) => child.once("close", resolve)) };
}

const runFile = async (name: string, code: string): Promise<string> => {
  await writeFile(join(folder, name), code);
  const { printed, ended } = start("--env-file=.env", name);
  await ended;
  return printed();
};

const command = async (...args: string[]): Promise<string> => {
  const url = `http://127.0.0.1:${gatewayPort}`;
  const { printed, ended } = start(join(ROOT, "dist/cli/payments-client.js"), ...args, "--url", url);
  await ended;
  return printed();
};

beforeAll(async () => {
  const port = ["--port", String(gatewayPort)];
  const gateway = start(join(ROOT, "dist/cli/payments-client.js"), "sandbox", "--env", ".env", ...port);
  await vi.waitFor(() => expect(gateway.printed()).toContain("dashboard"), { timeout: 15_000 });
});

const linesBefore = (text: string): number => readme.slice(0, readme.indexOf(text)).split("\n").length;

test("has at most 1,500 words, a paid order within 30 lines, and the first shop within 70", () => {
  // As `wc -w` counts, tables and code included.
  expect(readme.match(/\S+/g)?.length).toBeLessThanOrEqual(1_500);
  expect(linesBefore("**Create**, then **Pay**")).toBeLessThanOrEqual(30);
  expect(linesBefore("node --env-file=.env shop.mjs")).toBeLessThanOrEqual(70);
});

/** Sends the form of a page of the dashboard that has a button, with the values of its fields. Returns the next page. */
async function press(button: string, page: string): Promise<string> {
  const forms = page.match(/<form.*?<\/form>/gs) ?? [];
  const form = forms.find((text) => new RegExp(`>\\s*${button}\\s*</button>`).test(text)) ?? "";
  const [, action = ""] = /action="([^"]+)"/.exec(form) ?? [];
  const fields = [...form.matchAll(/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)];
  const origin = `http://127.0.0.1:${gatewayPort}`;
  const body = new URLSearchParams(
    fields.map(([, name = "", value = ""]): [string, string] => [name, value]),
  );
  return (await fetch(origin + action, { method: "POST", headers: { origin }, body })).text();
}

describe("in this order", () => {
  test("the dashboard creates an order, and pays it", async () => {
    const orders = await (await fetch(`http://127.0.0.1:${gatewayPort}/`)).text();
    await press("Pay", await press("Create", orders));
    expect(await command("orders")).toMatch(/ test-1 .* Paid /);
  });

  test("the first shop is paid, and reviews a notification with another amount", async () => {
    const code = blockWith("createServer(toNodeListener(notify))").replaceAll("3000", String(shopPort));
    await writeFile(join(folder, "shop.mjs"), code);
    const shop = start("--env-file=.env", "shop.mjs");
    await expect.poll(shop.printed, { timeout: 15_000 }).toMatch(/^Pay here: http\S+token=\w+\n$/);
    await command("pay", "1007");
    await expect.poll(shop.printed).toMatch(/\nOrder 1007 is paid\n$/);
    expect(blockWith("resend")).toBe("npx payments-client resend 1007 --as wrong_amount\n");
    await command("resend", "1007", "--as", "wrong_amount");
    await expect
      .poll(shop.printed)
      .toMatch(/\nPayment \S+ needs review: This payment already paid the order\. .+\n$/);
    expect(shop.printed().match(/is paid/g)).toHaveLength(1);
  });

  test("the refund of a part of that order is made once", async () => {
    const code = blockWith("sendOnce(");
    expect(await runFile("refund.ts", code)).toBe("succeeded\n");
    expect(await runFile("refund.ts", code)).toBe("succeeded\n");
    expect(await command("orders", "1007")).toMatch(/refund/i);
  });

  test("a token is created, and the return page of the Express app marks its order as paid", async () => {
    const [token = ""] = (
      await runFile("take-payment.ts", blockWith("console.log(token, redirect_url)"))
    ).split(" ");
    await command("pay", token);
    await writeFile(join(folder, "notify.ts"), blockWith("export const notify = new Webhooks()"));
    await writeFile(join(folder, "app.ts"), blockWith("express()").replaceAll("3000", String(appPort)));
    start("--env-file=.env", "app.ts");
    const page = (query: string) =>
      fetch(`http://127.0.0.1:${appPort}/orders/1008${query}`).then((response) => response.json());
    await expect
      .poll(() => page("").catch(() => "starting"), { timeout: 15_000 })
      .toStrictEqual({ paid: false });
    expect(await page(`?token=${token}&status=successful`)).toStrictEqual({ paid: true });
    const forged = await fetch(`http://127.0.0.1:${appPort}/notify`, { method: "POST", body: "{}" });
    expect(forged.status).toBe(401);
  });

  test("the error names the field", async () => {
    expect(await runFile("errors.ts", blockWith("catch (error)"))).toMatch(
      /^checkout\.order\.amount \[\n? *'must be/,
    );
  });

  test("the gateway in memory is paid", async () => {
    expect(await runFile("memory.ts", blockWith("new Sandbox()"))).toBe("paid\n");
  });

  test("the files compile with the tsconfig.json of Getting started", async () => {
    await writeFile(join(folder, "tsconfig.json"), await readTsconfig());
    expect(await compile(folder)).toBe("");
  });
});
