/** Writes the repository's address to package.json and to the links of README.md, which package pages show without the repository. */
import { readFile, writeFile } from "node:fs/promises";

const GITHUB = /^https:\/\/github\.com\/([\w-]+)\/([\w.-]+)$/;
/** A link to a file of the repository: relative, or with the address of an earlier run. */
const LINK =
  /(!?)(\[[^\]]*\])\((?:https:\/\/github\.com\/[\w-]+\/[\w.-]+\/(?:blob|raw)\/main\/)?([\w./-]+\.(?:md|txt|png)[^)]*)\)/g;

const [address = ""] = process.argv.slice(2);
const [, owner, name] = GITHUB.exec(address) ?? [];
if (!owner || !name) {
  console.error("usage: npm run repository -- https://github.com/OWNER/NAME");
  process.exit(1);
}

const manifest = JSON.parse(await readFile("package.json", "utf8"));
manifest.repository = { type: "git", url: `git+${address}.git` };
manifest.homepage = `https://${owner.toLowerCase()}.github.io/${name}/`;
manifest.bugs = { url: `${address}/issues` };
await writeFile("package.json", `${JSON.stringify(manifest, undefined, 2)}\n`);

const readme = await readFile("README.md", "utf8");
const linked = readme.replaceAll(
  LINK,
  (_, image: string, text: string, path: string) =>
    `${image}${text}(${address}/${image ? "raw" : "blob"}/main/${path})`,
);
await writeFile("README.md", linked);
