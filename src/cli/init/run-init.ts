import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { CommandError, codeOf, describeError } from "../errors.ts";
import { parseOptions } from "../parse-options.ts";
import { managerOf, type Terminal } from "../terminal.ts";

export const HELP = `payments-client init [FOLDER]

Writes a small shop into a folder, shop by default: its pages, a staff page, the job,
and the file for check-shop. The files are yours. Node 22.18 or newer runs them. A file
is never overwritten.

  --help    prints this text`;

/** Found by name, because the build has this code in another folder. */
const ROOT = new URL(".", import.meta.resolve("payments-client/package.json"));

/** Files that npm leaves out of a package, and the password, which differs from shop to shop. */
const generated = (): Readonly<Record<string, string>> => ({
  ".env": `# In production, add SHOP_URL=https://…\nSTAFF_NAME=staff\nSTAFF_PASSWORD=${randomBytes(12).toString("base64url")}\n`,
  ".gitignore": ".env\nnode_modules/\nshop.db*\ngateway.json\ncheck.log\n",
});

/** The files that the package contains. In a clone, the folder may have others. */
const isPart = (name: string): boolean => /\.ts$|^(?:package|tsconfig)\.json$/.test(name);

async function readStarter(): Promise<Record<string, string>> {
  const folder = new URL("examples/starter/", ROOT);
  const { version } = JSON.parse(await readFile(new URL("package.json", ROOT), "utf8"));
  const files: Record<string, string> = {};
  for (const name of (await readdir(folder)).filter(isPart).sort()) {
    const text = await readFile(new URL(name, folder), "utf8");
    files[name] = text.replace(/("payments-client": )"[^"]*"/, `$1"^${version}"`);
  }
  return files;
}

/** @throws CommandError if one of the files exists, before any file is written. */
async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const existing = (await readdir(folder)).filter((name) => files[name] !== undefined);
  if (existing.length > 0)
    throw new CommandError(`the folder has ${existing.sort().join(", ")} already. Name a new folder`);
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text, { flag: "wx", mode: name === ".env" ? 0o600 : 0o666 });
}

const nextSteps = (
  shown: string,
  manager: string,
): string => `Install it, and start it with a local gateway, in which no money moves:

${shown === "." ? "" : `  cd ${/\s/.test(shown) ? `"${shown}"` : shown}\n`}  ${manager} install
  ${manager} run dev

The shop is at http://localhost:3000. Your staff is at http://localhost:3000/staff, with the name and
password in ${join(shown, ".env")}.
`;

export async function run(args: string[], terminal: Terminal): Promise<number> {
  const { positionals } = parseOptions({ args, options: {}, allowPositionals: true });
  const [given = "shop", second] = positionals;
  if (second !== undefined) throw new CommandError("name one folder, such as `payments-client init shop`");
  if (!process.features.typescript)
    throw new CommandError(`Node 22.18 or newer runs the shop's TypeScript. This is ${process.version}`);
  const shown = relative("", resolve(given)) || ".";
  const files = { ...(await readStarter()), ...generated() };
  await write(given, files).catch((error: unknown) => {
    throw new CommandError(`${shown}: ${describeError(error)}`, codeOf(error) ? "failed" : "usage");
  });
  terminal.print(`Wrote into ${shown}: ${Object.keys(files).join(", ")}\n`);
  terminal.print(nextSteps(shown, managerOf(terminal.program)));
  return 0;
}
