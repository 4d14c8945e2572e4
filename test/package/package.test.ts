import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
let shop = "";
let packed = "";
let tarball = "";

/** Unpacks the package into a folder of modules, next to the dependencies that a registry would give. */
async function install(folder: string, zod: string): Promise<void> {
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "payments-client"), { recursive: true });
  await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", join(modules, "payments-client")]);
  for (const [name, source] of Object.entries({ ky: "ky", zod }))
    await symlink(join(root, "node_modules", source), join(modules, name), "junction");
}

beforeAll(async () => {
  shop = await mkdtemp(join(tmpdir(), "payments-client-"));
  // Without the network. npm is a script of the shell on Windows, and the cache of HOME may be read-only.
  const options = ["--offline", "--cache", join(shop, "cache"), "--ignore-scripts", "--json"];
  const pack = ["pack", ...options, "--pack-destination", shop];
  packed = (await run("npm", pack, { cwd: root, shell: process.platform === "win32" })).stdout;
  tarball = join(shop, /payments-client-[^"]+\.tgz/.exec(packed)?.[0] ?? "");
  await install(shop, "zod");
  await writeFile(join(shop, "package.json"), '{ "name": "shop", "private": true }');
  const api = "node_modules/@opentelemetry/api";
  await mkdir(join(shop, api, ".."));
  await symlink(join(root, api), join(shop, api), "junction");
}, 120_000);

afterAll(() => rm(shop, { recursive: true, force: true }));

const BODY = `
  const sandbox = new Sandbox();
  const server = await sandbox.listen();
  const payments = new PaymentsClient(server.clientOptions);
  const product = await payments.products.create({
    name: "Pass", description: "One year", currency: "EUR", amount: toMinorUnits("129.00", "EUR"), infinite: true, immortal: true,
  });
  const order = { amount: product.amount, currency: "EUR", description: "Pass" };
  const { token } = await payments.checkouts.create({ transaction_type: "payment", order });
  const refusal = await payments.products.create({}).catch((error) => error);
  await server.close();
  await sandbox.pay(token);
  const { status } = await new PaymentsClient(sandbox.clientOptions).checkouts.get(token);
  console.log(product.amount, status, refusal instanceof InvalidRequestError, refusal.name);
  console.log(Object.keys(telemetryHooks()).join());
`;
const NAMES = "{ PaymentsClient, InvalidRequestError, toMinorUnits }";
const EXPECTED = `12900 successful true InvalidRequestError
aroundCall,aroundAttempt,onResponse,onRetry,onError
`;

test("has every page that README.md, AGENTS.md, llms.txt and CHANGELOG.md link", async () => {
  const folder = join(shop, "node_modules/payments-client");
  for (const page of ["README.md", "AGENTS.md", "llms.txt", "CHANGELOG.md"]) {
    const text = await readFile(join(folder, page), "utf8");
    const links = Array.from(text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g), ([, link = ""]) => link);
    const own = links.filter((link) => !link.startsWith("docs/../"));
    for (const link of own)
      await expect(access(join(folder, link)), `${page}: ${link}`).resolves.toBeUndefined();
  }
});

test("has at most 3.5 MB when installed, of which 0.6 MB are the documentation", () => {
  expect(Number(/"unpackedSize": (\d+)/.exec(packed)?.[1])).toBeLessThan(3_500_000);
});

/** What a file of a merchant prints. Required files run without Node's require of ESM. */
const printedBy = async (file: string, code: string): Promise<string> => {
  await writeFile(file, code);
  const flags = file.endsWith(".cjs") ? ["--no-experimental-require-module"] : [];
  const { stdout, stderr } = await run(process.execPath, [...flags, file]);
  return stdout + stderr;
};

test("works when imported and when required, with its hooks for OpenTelemetry", async () => {
  const imports = `import ${NAMES} from "payments-client"; import { Sandbox } from "payments-client/sandbox"; import { telemetryHooks } from "payments-client/opentelemetry";`;
  expect(await printedBy(join(shop, "shop.mjs"), imports + BODY)).toBe(EXPECTED);
  const requires = `const ${NAMES} = require("payments-client"); const { Sandbox } = require("payments-client/sandbox"); const { telemetryHooks } = require("payments-client/opentelemetry");`;
  const required = `${requires} (async () => {${BODY}})();`;
  expect(await printedBy(join(shop, "shop.cjs"), required)).toBe(EXPECTED);
});

/** A folder in which the package is installed with the oldest zod of its range. */
const installOldestZod = async (): Promise<string> => {
  const folder = join(shop, "oldest-zod");
  await install(folder, "zod-oldest");
  const read = async (path: string) => JSON.parse(await readFile(path, "utf8"));
  const { dependencies } = await read(join(root, "package.json"));
  const { version } = await read(join(folder, "node_modules/zod/package.json"));
  expect(dependencies.zod).toMatch(new RegExp(`^>=${version} `));
  return folder;
};

describe("with the oldest and the newest zod of the range", () => {
  let folders: string[] = [];
  beforeAll(async () => {
    folders = [await installOldestZod(), shop];
  }, 120_000);

  const USE = `
    const order = { amount: 12900, currency: "EUR", description: "Pass" };
    const messages = (model, value) => model.safeParse(value).error.issues.map(({ path, message }) => [path.join("."), message].join(" "));
    for (const z of [zod, mini]) {
      const cart = z.object({ order: orderSchema, email: customerSchema.shape.email, gift: z.optional(z.boolean()) });
      console.log(cart.safeParse({ order }).success);
      console.log(messages(cart, { order: { ...order, currency: "eur" }, email: 5 }).join("; "));
      const { properties } = z.toJSONSchema(z.object({ field: customFieldSchema, cart }));
      console.log(properties.cart.properties.order.required.join(), properties.field.properties.label.anyOf[0].maxLength);
    }
  `;
  const MESSAGES = `true
order.currency must be an ISO 4217 alpha-3 code, such as EUR; email must be a string
amount,currency,description 50
`;
  const MODELS = "{ customFieldSchema, customerSchema, orderSchema }";

  test("models compose with a merchant's own of zod and zod/mini, imported and required", async () => {
    const imports = `import ${MODELS} from "payments-client"; import * as zod from "zod"; import * as mini from "zod/mini";`;
    const requires = `const ${MODELS} = require("payments-client"); const zod = require("zod"); const mini = require("zod/mini");`;
    for (const folder of folders) {
      expect(await printedBy(join(folder, "models.mjs"), imports + USE)).toBe(MESSAGES + MESSAGES);
      expect(await printedBy(join(folder, "models.cjs"), requires + USE)).toBe(MESSAGES + MESSAGES);
    }
  });

  // A shop that uses every entry point is compiled in test/runtimes.
  test("a merchant's modules and scripts type check, their libraries included", async () => {
    const models = `import { type Amount, currencySchema, customerSchema, orderSchema } from "payments-client";
       import "payments-client/sandbox";
       import "payments-client/webhooks";
       import * as zod from "zod";
       import * as mini from "zod/mini";
       const form = zod.object({ email: customerSchema.shape.email, order: orderSchema });
       const miniForm = mini.object({ email: customerSchema.shape.email, amount: orderSchema.shape.amount });
       const order = { amount: 1n, currency: "EUR", description: "Pass" };
       export const given: zod.input<typeof form> = { order };
       export const subscriber = mini.extend(customerSchema, { newsletter: mini.boolean() });
       export const isSubscribed: boolean = subscriber.parse({ newsletter: true }).newsletter;
       export const code: string = zod.string().trim().pipe(currencySchema).parse("EUR");
       export const amount: Amount = miniForm.parse({ amount: 1 }).amount;
       export const email: string | null | undefined = form.parse(given).email;
       // @ts-expect-error an amount is not a Date
       export const wrong: mini.input<typeof miniForm> = { amount: new Date() };`;
    const files: string[] = [];
    for (const folder of folders) {
      for (const file of [join(folder, "types.mts"), join(folder, "types.cts")]) {
        await writeFile(file, models);
        files.push(file);
      }
    }
    // All in one run of the compiler, which takes seconds for the libraries.
    const tsc = join(root, "node_modules/typescript-7/bin/tsc");
    const types = ["--typeRoots", join(root, "node_modules/@types"), "--types", "node"];
    const strict = ["--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "false"];
    const targets = ["--module", "nodenext", "--target", "es2022", "--lib", "es2023"];
    const options = ["--noEmit", "--ignoreConfig", ...targets, ...strict, ...types];
    const { stdout } = await run(process.execPath, [tsc, ...files, ...options]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe("");
  });
});

test("the sandbox runs from the command line", async () => {
  const folder = join(shop, "node_modules/payments-client");
  const { bin } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = join(folder, bin["payments-client"]);
  expect(await readFile(file, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect((await run(process.execPath, [file, "sandbox", "--help"])).stdout).toContain("--state FILE");
});

test("contains the expected files, and no path of the build machine", async () => {
  const folder = join(shop, "node_modules/payments-client");
  const files = await readdir(folder, { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining([
      "LICENSE",
      "README.md",
      "CHANGELOG.md",
      join("dist", "index.d.cts"),
      join("dist", "openapi.json"),
    ]),
  );
  expect(files.filter((file) => /(^|[\\/])(src|test)([\\/]|$)/.test(file))).toEqual([]);
  const starter = (await readdir(join(root, "examples/starter"))).filter((name) => !name.startsWith("."));
  expect((await readdir(join(folder, "examples"))).toSorted()).toEqual(["other-languages", "starter"]);
  expect((await readdir(join(folder, "examples/other-languages"))).toSorted()).toEqual([
    "notify.php",
    "notify.py",
    "send_once.php",
    "send_once.py",
  ]);
  expect((await readdir(join(folder, "examples/starter"))).toSorted()).toEqual(starter.toSorted());
  for (const file of files.filter((name) => /\.(c?js|json|map|ts|cts|txt)$/.test(name))) {
    const text = await readFile(join(folder, file), "utf8");
    expect(text.includes(root), `${file} names a path of this machine`).toBe(false);
  }
  const licences = await readFile(join(folder, "dist/LICENSES-of-inlined-code.txt"), "utf8");
  const { components } = JSON.parse(await readFile(join(folder, "dist/sbom.json"), "utf8"));
  const installed = await Promise.all(
    ["@picocss/pico", "hono", "ky", "uqr"].map(async (name) => {
      const { version } = JSON.parse(await readFile(join(root, `node_modules/${name}/package.json`), "utf8"));
      return {
        name,
        version,
        purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
        licenses: [{ license: { id: "MIT" } }],
      };
    }),
  );
  expect(components).toMatchObject(installed);
  expect(components).toHaveLength(installed.length);
  for (const { name, version } of installed)
    expect(licences).toMatch(new RegExp(`^${name} ${version}$`, "m"));
  const { dependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  expect(dependencies).toEqual({
    ky: expect.stringMatching(/^\^2\./),
    zod: expect.stringMatching(/^>=4\.1\.13 <5$/),
  });
});

test("imports ky and zod, so that they are not duplicated; only CommonJS inlines ky, which is ESM only", async () => {
  const dist = join(shop, "node_modules/payments-client/dist");
  const read = (file: string): Promise<string> => readFile(join(dist, file), "utf8");
  const shared = (await readdir(dist)).filter((file) => /^chunk-.*\.js$/.test(file));
  const esm = (await Promise.all(["index.js", ...shared].map(read))).join("\n");
  expect(esm).toMatch(/from ["']ky["']/);
  expect(esm).toMatch(/from ["']zod\/mini["']/);
  expect(esm).not.toContain("class Ky ");
  const commonJs = await read("index.cjs");
  expect(commonJs).toMatch(/require\(["']zod\/mini["']\)/);
  expect(commonJs).not.toMatch(/require\(["']ky["']\)/);
});

test("a merchant's backend loads no code of the sandbox", async () => {
  const dist = join(shop, "node_modules/payments-client/dist");
  for (const entry of ["index.cjs", "webhooks.cjs", "index.js", "webhooks.js"]) {
    const text = await readFile(join(dist, entry), "utf8");
    const shared = Array.from(text.matchAll(/from "\.\.?\/(chunk-[\w-]+\.js)"/g), ([, name = ""]) => name);
    const texts = await Promise.all(shared.map((name) => readFile(join(dist, name), "utf8")));
    expect([text, ...texts].join("\n")).not.toMatch(/class (Sandbox|Hono)|from "hono/);
  }
});
