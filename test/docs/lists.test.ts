/** The pages that list all options, hooks, outcomes, errors, reasons or variables list each of them. */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FAULTS } from "../../src/check-shop/player/moves/faults.ts";
import { MOVES } from "../../src/check-shop/player/moves/moves.ts";
import { TRIED_VARIANTS } from "../../src/check-shop/player/variants.ts";
import { HOOK_NAMES } from "../../src/client/prepare/hooks.ts";
import * as index from "../../src/index.ts";
import { successOf, TYPES } from "../../src/payments/outcome-by-type.ts";
import { VARIABLES } from "../../src/runtime/environment.ts";
import { ACTIONS } from "../../src/sandbox/actions/actions.ts";
import { FACT_NAMES, variantsOf } from "../../src/sandbox/gateway/variants.ts";

const ROOT = join(import.meta.dirname, "../..");

const report = async (entry: string): Promise<string> =>
  readFile(join(ROOT, `test/package/api/${entry}.api.md`), "utf8");
const [exported, ofWebhooks] = [await report("index"), await report("webhooks")];

/** The names in a declaration: the fields of an interface, or the members of a union. */
const namesIn = (text: string, declaration: RegExp, name: RegExp): string[] =>
  Array.from(declaration.exec(text)?.[0].matchAll(name) ?? [], ([, found = ""]) => found);

/** No handler has a function for `unknown`. */
const ofTypes = TYPES.map((type) => successOf(type) ?? "").filter((name) => name !== "unknown");

/** The bases of other classes are not thrown. */
const errors = Object.keys(index).filter(
  (name) => name.endsWith("Error") && !/^(?:Payments|Response|is)/.test(name),
);

const LISTS: Readonly<Record<string, readonly string[]>> = {
  outcomes: [...new Set([...ofTypes, "pending", "failed", "expired", "test"])],
  // In other text, these are words.
  types: TYPES.map((type) => `\`${type}\``),
  options: namesIn(exported, /interface ClientOptions [^}]+/, /^ {4}(\w+)\?/gm),
  hooks: HOOK_NAMES.filter((name) => name !== "onData"),
  codes: namesIn(exported, /type ErrorCode .+/, /"(\w+)"/g),
  reasons: namesIn(ofWebhooks, /type ReviewReason[^;]+/, /"(\w+)"/g),
  errors,
  variables: Object.values(VARIABLES),
};

/** A list of this share of all names is a list of all. */
const MOST = 0.7;

/** The comments of a source file, as they are shown. */
const commentsOf = (source: string): string =>
  (source.match(/\/\*\*[\s\S]*?\*\//g) ?? []).join("\n\n").replaceAll(/^ *\* ?/gm, "");

/** The paragraphs, tables, lists and blocks of code of a page. */
const blocksOf = (page: string): string[] =>
  Array.from(page.matchAll(/^```[\s\S]*?^```$|(?:^(?!```).+\n?)+/gm), ([block]) => block);

const hasName = (block: string, name: string): boolean => new RegExp(`(?<![\\w.])${name}(?!\\w)`).test(block);

test("a paragraph, a table, a list or a block of code that names most outcomes, options or errors names all", async () => {
  for (const names of Object.values(LISTS)) expect(names.length).toBeGreaterThan(5);
  const found = new Set<string>();
  const incomplete: string[] = [];
  for await (const file of glob(["*.md", "docs/**/*.md", "src/**/*.ts"], {
    cwd: ROOT,
    exclude: ["docs/api/**"],
  })) {
    const text = await readFile(join(ROOT, file), "utf8");
    const page = file.endsWith(".ts") ? commentsOf(text) : text;
    for (const block of blocksOf(page)) {
      for (const [kind, names] of Object.entries(LISTS)) {
        const missing = names.filter((name) => !hasName(block, name));
        if (missing.length > names.length * (1 - MOST)) continue;
        found.add(kind);
        const [line] = block.split("\n");
        if (missing.length > 0) incomplete.push(`${file} lacks the ${kind} ${missing.join(", ")}: ${line}`);
      }
    }
  }
  expect(incomplete).toStrictEqual([]);
  // Each has a page, or the test would not find a list.
  expect([...found].sort()).toStrictEqual(Object.keys(LISTS).sort());
});

test("Check your shop lists the moves and the faults, whole or by their last words", async () => {
  const guide = await readFile(join(ROOT, "docs/guides/prove-your-shop.md"), "utf8");
  const [, section = ""] = /^## What is tried\n(.*?)^## /ms.exec(guide) ?? [];
  const listed = Array.from(section.matchAll(/`(?:… )?([^`]+)`/g), ([, text = ""]) => text.trim());
  const names = [...MOVES.keys(), ...FAULTS.keys(), ...TRIED_VARIANTS].filter((name) => name !== "order");
  const isEnd = (name: string, text: string) => ` ${name}`.endsWith(` ${text}`);
  expect(names.filter((name) => !listed.some((text) => isEnd(name, text)))).toEqual([]);
  const others = listed.filter((text) => !names.some((name) => isEnd(name, text)));
  expect(new Set(others)).toEqual(
    new Set([
      ...["tried.planned", "pay id …", "deliver + return", "job @503", "POST", "check", "check-shop"],
      ...["--variant", "variants"],
    ]),
  );
});

test("the table of the control API has each action with its parameters", async () => {
  const page = await readFile(join(ROOT, "docs/reference/sandbox.md"), "utf8");
  for (const [name, { schema }] of Object.entries(ACTIONS)) {
    const row = page.split("\n").find((line) => /^\| `POST/.test(line) && hasName(line, `/${name}`)) ?? "";
    const missing = Object.keys(schema.shape).filter((param) => !hasName(row, param));
    expect({ row: row !== "", missing }, name).toEqual({ row: true, missing: [] });
  }
});

test("the table of variants has each fact with its variants, the default first", async () => {
  const page = await readFile(join(ROOT, "docs/reference/sandbox.md"), "utf8");
  const [, section = ""] = /^## Variants\n(.*?)^## /ms.exec(page) ?? [];
  const rows = Array.from(section.matchAll(/^\| `(\w+)` \| (.*) \|$/gm), ([, fact = "", text = ""]) => {
    const known = variantsOf(FACT_NAMES.find((name) => name === fact) ?? "page");
    const words = Array.from(text.matchAll(/`(\w+)`/g), ([, word = ""]) => word);
    return [fact, [...new Set(words.filter((word) => known.includes(word)))]];
  });
  expect(rows).toStrictEqual(FACT_NAMES.map((name) => [name, variantsOf(name)]));
});

test("the page about performance names the limits of the bundles", async () => {
  const script = await readFile(join(ROOT, "bench/size.ts"), "utf8");
  const [, webhooks] = /payments-client\/webhooks"': ([\d.]+),/.exec(script) ?? [];
  const [, client] = /\[CLIENT\]: ([\d.]+),/.exec(script) ?? [];
  expect(await readFile(join(ROOT, "docs/reference/performance.md"), "utf8")).toContain(
    `above ${client} kB for \`PaymentsClient\` and above ${webhooks} kB for \`Webhooks\``,
  );
});
