// The messages that the pages quote, against the texts of the source.
import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** A text that changes from call to call. */
const ANY = "\u0000";

/** The text of a string, a template or a sum of them. `ANY` stands for each value. */
function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => ANY + literal.text).join("");
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return textOf(node.left) + textOf(node.right);
  }
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression);
  return ANY;
}

function textsOf(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = ts.isJsxText(node) ? node.text.replace(/\s+/g, " ") : textOf(node);
    if (text !== ANY) texts.push(text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.tsx", source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX));
  return texts;
}

/** The constant parts of all texts of the source that have two words or more. */
const parts = globSync("src/**/*.{ts,tsx}", { cwd: new URL("../..", import.meta.url) })
  .flatMap((path) => textsOf(read(path)))
  .flatMap((text) => text.split(ANY))
  .map((part) => part.trim())
  .filter((part) => part.includes(" "));

/** The words of a message that no text of the source has. */
function unknownIn(message: string): string {
  if (parts.some((part) => part.includes(message))) return "";
  const known = parts
    .filter((part) => message.includes(part))
    .toSorted((a, b) => b.length - a.length)
    .at(0);
  return known
    ? message
        .split(known)
        .map((rest) => unknownIn(rest.trim()))
        .join(" ")
        .trim()
    : message;
}

/** Names and values that the source has in no message: options, fields, variables, addresses and numbers. */
const VALUES = /\(PAYMENTS_\w+\)|--[a-z-]+|https?:\S+|[\w.]*[._]\w+|\b[a-z]+[A-Z]\w+|\d[\d,.]*|…|;/g;

/** Texts of Node.js, TypeScript, OpenSSL and other programs. */
const FOREIGN_SECTIONS = ["Import and start", "Unexpected results"];
const FOREIGN =
  /^(connect E|getaddrinfo|wrong version|certificate has|self-signed|unable to verify|got \d{3}$|The same)/;

const page = read("docs/guides/troubleshooting.md");
const messages = page
  .split("\n## ")
  .filter((section) => !FOREIGN_SECTIONS.some((title) => section.startsWith(title)))
  .flatMap((section) => Array.from(section.matchAll(/^\| (.+?) \|/gm), ([, cell = ""]) => cell))
  .flatMap((cell) => Array.from(cell.matchAll(/`(.+?)`/g), ([, message = ""]) => message))
  .filter((message) => message.includes(" ") && !FOREIGN.test(message));

test.each(messages)("the source has the message: %s", (message) => {
  const unknown = message
    .split(VALUES)
    .map((part) => unknownIn(part.trim()))
    .join(" ")
    .trim();
  expect(unknown === "" ? 0 : unknown.split(/\s+/).length, unknown).toBeLessThan(4);
});

test("the page quotes messages", () => {
  expect(messages.length).toBeGreaterThan(50);
});
