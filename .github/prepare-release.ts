/** Sets the version of a release in package.json, in its lock file, and in the examples, which install the package. */
import { globSync, readFileSync, writeFileSync } from "node:fs";

const [version = ""] = process.argv.slice(2);
const problem =
  (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) && "usage: npm run release -- 1.2.3") ||
  (!readFileSync("CHANGELOG.md", "utf8").includes(`\n## [${version}]\n`) &&
    `CHANGELOG.md has no section "## [${version}]"`);
if (problem) {
  console.error(problem);
  process.exit(1);
}

const write = (file: string, manifest: object): void =>
  writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);

const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));

write("package.json", { ...read("package.json"), version });
const lock = read("package-lock.json");
lock.packages[""].version = version;
write("package-lock.json", { ...lock, version });
for (const file of globSync("examples/*/package.json")) {
  const manifest = read(file);
  // `^` before the version remains.
  manifest.dependencies["payments-client"] = manifest.dependencies["payments-client"].replace(
    /\d.*/,
    version,
  );
  write(file, manifest);
}
