/** The pages that list all options, hooks, outcomes, errors, reasons or variables list each of them. */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FAULTS } from "../../src/check-shop/player/moves/faults.ts";
import { MOVES } from "../../src/check-shop/player/moves/moves.ts";
import { HOOK_NAMES } from "../../src/client/prepare/hooks.ts";
import type { ClientOptions, ErrorCode, Outcome } from "../../src/index.ts";
import * as index from "../../src/index.ts";
import { TYPES } from "../../src/payments/outcome-by-type.ts";
import { VARIABLES } from "../../src/runtime/environment.ts";
import { ACTIONS } from "../../src/sandbox/actions/actions.ts";
import type { ReviewReason } from "../../src/webhooks.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The names of a type. A missing one does not compile. No handler has a function for `unknown`. */
const outcomes: Readonly<Record<Exclude<Outcome, "unknown">, 0>> = {
  paid: 0,
  authorized: 0,
  captured: 0,
  voided: 0,
  refunded: 0,
  charged_back: 0,
  paid_out: 0,
  tokenized: 0,
  pending: 0,
  failed: 0,
  expired: 0,
  test: 0,
};
const options: Readonly<Record<keyof ClientOptions, 0>> = {
  shopId: 0,
  secretKey: 0,
  baseUrl: 0,
  checkoutUrl: 0,
  gatewayUrl: 0,
  timeout: 0,
  deadline: 0,
  maxRetries: 0,
  maxResponseBytes: 0,
  fetch: 0,
  headers: 0,
  hooks: 0,
  idempotencyKeys: 0,
  validate: 0,
  allowInsecureHttp: 0,
  dangerouslyAllowBrowser: 0,
};
const codes: Readonly<Record<ErrorCode, 0>> = {
  configuration: 0,
  invalid_request: 0,
  connection: 0,
  timeout: 0,
  aborted: 0,
  api: 0,
  idempotency: 0,
  unexpected_response: 0,
  webhook: 0,
};

const reasons: Readonly<Record<ReviewReason, 0>> = {
  no_order: 0,
  mismatch: 0,
  other_payment: 0,
  closed: 0,
  charged_back: 0,
  no_function: 0,
  unknown: 0,
};
/** The bases of other classes are not thrown. */
const errors = Object.keys(index).filter(
  (name) => name.endsWith("Error") && !/^(?:Payments|Response|is)/.test(name),
);

const LISTS: Readonly<Record<string, readonly string[]>> = {
  outcomes: Object.keys(outcomes),
  // In other text, these are words.
  types: TYPES.map((type) => `\`${type}\``),
  options: Object.keys(options),
  hooks: HOOK_NAMES.filter((name) => name !== "onData"),
  codes: Object.keys(codes),
  reasons: Object.keys(reasons),
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
  const names = [...MOVES.keys(), ...FAULTS.map(({ name }) => name)].filter((name) => name !== "order");
  const isEnd = (name: string, text: string) => ` ${name}`.endsWith(` ${text}`);
  expect(names.filter((name) => !listed.some((text) => isEnd(name, text)))).toEqual([]);
  const others = listed.filter((text) => !names.some((name) => isEnd(name, text)));
  expect(new Set(others)).toEqual(
    new Set(["tried.planned", "deliver …", "pay id …", "deliver + return", "job @503", "POST"]),
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

test("the page about performance names the limits of the bundles", async () => {
  const script = await readFile(join(ROOT, "bench/size.ts"), "utf8");
  const [, webhooks] = /payments-client\/webhooks"': ([\d.]+),/.exec(script) ?? [];
  const [, client] = /\[CLIENT\]: ([\d.]+),/.exec(script) ?? [];
  expect(await readFile(join(ROOT, "docs/reference/performance.md"), "utf8")).toContain(
    `above ${client} kB for \`PaymentsClient\` and above ${webhooks} kB for \`Webhooks\``,
  );
});
