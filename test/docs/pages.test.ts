/** README and the Markdown sources of the documentation site; `test/quality/site` tests the built site. */
import { execFile } from "node:child_process";
import { access, cp, glob, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { API_OPERATIONS, OPERATIONS } from "../../src/api/operations.ts";
import * as guides from "../../src/check-shop/guides.ts";
import {
  brandName,
  cardNote,
  cardResult,
  grouped,
  TEST_CARDS,
} from "../../src/sandbox/gateway/cards/test-cards.ts";
import { runCommand } from "../cli/start.ts";
import { blocksOf, compileBlocks } from "../support/compile-blocks.ts";

const ROOT = join(import.meta.dirname, "../..");
/** A block that shows a file which the tests run. Readers see no comment, on GitHub or on the site. */
const SHOWN_FILE = /^(<!-- file: (\S+) -->\n```\w+\n).*?^(```)$/gms;

async function readPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  // typedoc generates the pages below api.
  for await (const page of glob(["*.md", "docs/**/*.md"], { cwd: ROOT, exclude: ["docs/api/**"] })) {
    pages.set(page, await readFile(join(ROOT, page), "utf8"));
  }
  return pages;
}

/** The table of calls in `docs/reference/methods.md`. */
const CALLS = /(?<=^<!-- calls -->\n).*?(?=\n\n)/ms;

/** A row for each operation: how its method of `src/client/methods` is called, its result, and its address. */
async function callsTable(): Promise<string> {
  const rows = ["| method | result | endpoint |", "| --- | --- | --- |"];
  for (const name of API_OPERATIONS) {
    const [group, call] = name.split(".");
    const source = await readFile(join(ROOT, `src/client/methods/${group}.ts`), "utf8");
    const signature = new RegExp(`^  ${call}\\(([^)]*)\\): CallPromise<(.*?)> `, "m").exec(source);
    if (!signature) throw new Error(`src/client/methods/${group}.ts has no method ${call}`);
    const [, params = "", result = ""] = signature;
    const names = Array.from(params.matchAll(/(\w+)\??:/g), ([, param]) => param);
    const given = names.filter((param) => param !== "options").join(", ");
    const { method, host, path } = OPERATIONS[name];
    const type = result === "void" ? "nothing" : `\`${result}\``;
    rows.push(`| \`${name}(${given})\` | ${type} | \`${method} {${host}}${path}\` |`);
  }
  return rows.join("\n");
}

/** The table of test cards in `docs/guides/test-with-the-sandbox.md`. */
const CARDS = /(?<=^<!-- test cards -->\n).*?(?=\n\n)/ms;

const cards = [
  "| test card | brand | result | note |",
  "| --- | --- | --- | --- |",
  ...TEST_CARDS.map(
    (card) =>
      `| ${grouped(card.number)} | ${brandName(card.brand)} | ${cardResult(card)} | ${cardNote(card)} |`,
  ),
].join("\n");

const calls = await callsTable();
const pages = await readPages();
const shownFiles = new Map<string, string>();
for (const [, , path = ""] of [...pages.values()].flatMap((text) => [...text.matchAll(SHOWN_FILE)])) {
  shownFiles.set(path, await readFile(join(ROOT, path), "utf8"));
}

test("pages show files, calls and test cards as they are; `npm run docs:code` writes them", async () => {
  expect(pages.get("docs/reference/methods.md")).toMatch(CALLS);
  expect(pages.get("docs/guides/test-with-the-sandbox.md")).toMatch(CARDS);
  for (const [page, text] of pages) {
    const current = text
      .replaceAll(
        SHOWN_FILE,
        (_, start: string, path: string, end: string) => start + shownFiles.get(path) + end,
      )
      .replace(CALLS, calls)
      .replace(CARDS, cards);
    await expect(current).toMatchFileSnapshot(join(ROOT, page));
  }
  for (const folder of ["examples/recipes", "examples/other-languages"]) {
    // Python leaves a folder with its cache.
    const names = (await readdir(join(ROOT, folder))).filter((name) => name.includes("."));
    const files = names.map((name) => `${folder}/${name}`);
    const linked = [...pages.values()].flatMap(
      (text) => text.match(/(?<=\]\(\.\.\/\.\.\/)examples\/[^)]+/g) ?? [],
    );
    expect([...shownFiles.keys(), ...linked]).toEqual(expect.arrayContaining(files));
  }
});

test("the index gives each page one name", async () => {
  const index = await readFile(join(ROOT, "docs/README.md"), "utf8");
  const links = Array.from(index.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g), ([, name, path]) => ({
    name,
    path,
  }));
  const byPath = Map.groupBy(links, ({ path }) => path);
  for (const [path, same] of byPath)
    expect([path, new Set(same.map(({ name }) => name)).size]).toEqual([path, 1]);
  expect(byPath.size).toBeGreaterThan(20);
});

test("llms.txt of the package is the index of the pages; `npm run docs:code` writes it", async () => {
  const index = pages.get("docs/README.md") ?? "";
  const text = index
    .replaceAll(/^(?:<.*>|!\[.*)\n\n?/gm, "") // what only the site shows
    .replaceAll(/\]\((?!https?:)/g, "](docs/");
  await expect(text).toMatchFileSnapshot(join(ROOT, "llms.txt"));
});

test("every card number is that of a test card", () => {
  const known = TEST_CARDS.map(({ number }) => number);
  for (const [page, text] of pages) {
    const cards = text.match(/\b\d{4}( ?)\d{4}\1\d{4}\1\d{4}\b/g) ?? [];
    for (const card of cards) expect(known, page).toContain(card.replaceAll(" ", ""));
  }
});

test("the test in AGENTS.md passes", async () => {
  const block = blocksOf(pages.get("AGENTS.md") ?? "", "AGENTS.md").find(({ code }) =>
    code.includes("assert.equal"),
  );
  const folder = await mkdtemp(join(ROOT, "test", ".tmp-agents-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(ROOT, "examples/recipes"), folder, { recursive: true });
  await writeFile(join(folder, "pay.ts"), `${block?.code}\nconsole.log("paid");`);
  const { stdout } = await promisify(execFile)(process.execPath, ["pay.ts"], { cwd: folder });
  expect(stdout).toBe("paid\n");
});

test("every command on a page has the options that the page gives it", async () => {
  for (const [page, text] of pages)
    for (const [command, name = "", args = ""] of text.matchAll(
      /npx payments-client ([a-z][\w-]*)([^`#\n]*)/g,
    ))
      for (const [option] of args.matchAll(/--[a-z-]+/g))
        expect((await runCommand("help", name)).stdout.split(/[\s.,]+/), `${page}: ${command}`).toContain(
          option,
        );
});

test("pages use no syntax that GitHub shows as text", () => {
  for (const [page, text] of pages) {
    const prose = text.replaceAll(/^ *```.*?^ *```$/gms, "");
    expect(
      prose.match(/^(?::::|<<<|<script|<!--@include|\[\[toc\]\]).*|\bv-html\b|^```\w+\{/gim),
      page,
    ).toBeNull();
  }
});

test("no line of code is longer than 90 columns, so that it fits the site at 1280 pixels", () => {
  for (const [page, text] of pages) {
    if (page === "CONTRIBUTING.md") continue; // It is not on the site.
    const blocks = Array.from(text.matchAll(/^ *```.*?\n(.*?)^ *```$/gms), ([, code = ""]) => code);
    const long = blocks.flatMap((code) => code.split("\n")).filter((line) => line.length > 90);
    expect(long, page).toStrictEqual([]);
  }
});

test("every TypeScript example compiles with the tsconfig.json of Getting started", async () => {
  // The recipes import one another: they are compiled as the files that they are.
  const recipes = new Set(shownFiles.values());
  // The blocks of README.md are files that import one another: readme.test.ts compiles and runs them.
  const blocks = [...pages].flatMap(([page, text]) => (page === "README.md" ? [] : blocksOf(text, page)));
  const examples = blocks.filter(({ code }) => !recipes.has(code));
  expect(examples.length).toBeGreaterThan(25);
  expect(await compileBlocks(examples)).toBe("");
}, 60_000);

/** The addresses that GitHub gives to the headings of a page; `test/quality/site` checks those of the site. */
const headingsOf = (text: string): string[] =>
  Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );

/** A relative link, or one of README.md to the repository, once its address is known. */
const LINK =
  /\]\((?:https:\/\/github\.com\/[^/]+\/[^/]+\/(?:blob|raw)\/main\/|(?!https?:))([^)#\s]*)#?([^)\s]*)\)/g;

test("every link leads to a page of the repository and a heading there, on GitHub too", async () => {
  for (const [page, text] of pages) {
    if (page === "docs/404.md") continue; // It is shown at any address, so its links are absolute.
    for (const [, path = "", heading] of text.matchAll(LINK)) {
      const target = path ? join(dirname(page), path) : page;
      await expect(access(join(ROOT, target)), `${page}: ${path}`).resolves.toBeUndefined();
      if (heading) expect(headingsOf(pages.get(target) ?? ""), `${page}: ${path}`).toContain(heading);
    }
  }
});

test("every page of the documentation ends with the next step", () => {
  for (const [page, text] of pages)
    if (page.startsWith("docs/") && !/README|404/.test(page))
      expect(text.trimEnd().split("\n").at(-1), page).toMatch(/^Next: .*\[.+\]\(.+\.md(#.+)?\)/);
});

test("every section that checkShop cites exists", () => {
  for (const citation of Object.values(guides)) {
    const [, section, path = ""] =
      /See “(.*)” in node_modules\/payments-client\/(.*\.md)\./.exec(citation) ?? [];
    expect(pages.get(path)?.replaceAll("`", ""), citation).toContain(`\n## ${section}\n`);
  }
});

test("every guarantee names tests that exist", async () => {
  const security = pages.get("docs/reference/security.md") ?? "";
  const guarantees = /## Guarantees\n(.*?)\n## /s.exec(security)?.[1]?.split("\n- ").slice(1) ?? [];
  expect(guarantees.length).toBeGreaterThan(7);
  for (const guarantee of guarantees) {
    const files = Array.from(guarantee.matchAll(/`([\w/-]+\.test\.ts)`/g), ([, file = ""]) => file);
    expect(files, guarantee).not.toStrictEqual([]);
    for (const file of files) await expect(access(join(ROOT, "test", file)), file).resolves.toBeUndefined();
  }
});
