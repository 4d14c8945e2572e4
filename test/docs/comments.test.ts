/** The texts that merchants read, here the doc comments of the client's methods: samples run, links lead somewhere, messages exist. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { blocksOf, compileBlocks } from "../support/compile-blocks.ts";

const ROOT = join(import.meta.dirname, "../..");
const FILES = ["bills", "checkouts", "payments-client", "products", "transactions"];

interface Method {
  readonly name: string;
  readonly comment: string;
  /** Its parameters without a description. */
  readonly undescribed: readonly string[];
}

const isPublicMethod = (node: ts.ClassElement): node is ts.MethodDeclaration =>
  ts.isMethodDeclaration(node) && ts.isIdentifier(node.name);

function methodsOf(file: string, source: string): Method[] {
  const tree = ts.createSourceFile(`${file}.ts`, source, ts.ScriptTarget.Latest, true);
  const methods = tree.statements
    .filter((statement) => ts.isClassDeclaration(statement))
    .flatMap(({ members }) => members.filter(isPublicMethod));
  return methods.flatMap((method) => {
    const [comment] = ts.getLeadingCommentRanges(source, method.pos)?.toReversed() ?? [];
    // The implementation of an overload has none.
    if (!comment) return [];
    const described = ts
      .getJSDocTags(method)
      .filter(ts.isJSDocParameterTag)
      .filter(({ comment: text }) => text)
      .map(({ name }) => name.getText());
    return {
      name: `${file}.${method.name.getText()}`,
      comment: source.slice(comment.pos, comment.end).replaceAll(/^ *\* ?/gm, ""),
      undescribed: method.parameters
        .map(({ name }) => name.getText())
        .filter((name) => !described.includes(name)),
    };
  });
}

const methods = (
  await Promise.all(
    FILES.map(async (file) =>
      methodsOf(file, await readFile(join(ROOT, `src/client/methods/${file}.ts`), "utf8")),
    ),
  )
).flat();

test("every method of the client has an example, and describes each parameter", () => {
  expect(methods.length).toBeGreaterThanOrEqual(19);
  for (const { name, comment, undescribed } of methods) {
    expect(blocksOf(comment, name), name).toHaveLength(1);
    expect(undescribed, name).toStrictEqual([]);
  }
});

test("the example of every method compiles as a merchant compiles it", async () => {
  expect(await compileBlocks(methods.flatMap(({ name, comment }) => blocksOf(comment, name)))).toBe("");
}, 60_000);
