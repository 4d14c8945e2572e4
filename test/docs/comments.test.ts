/** The doc comments of the client's methods. Their examples compile and run. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import ts from "typescript";
import { expect, onTestFinished, test, vi } from "vitest";
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

/** Values of the examples, and what stands for them at a local gateway. A value may depend on the method. */
async function openGateway() {
  const sandbox = new Sandbox();
  const { close, clientOptions } = await sandbox.listen();
  const payments = new PaymentsClient(clientOptions);
  const tokenOf = async (transaction_type: "payment" | "authorization") => {
    const additional_data = { contract: ["recurring"] } as const;
    const order = {
      amount: 12_900,
      currency: "EUR",
      description: "Pass",
      tracking_id: "1007",
      additional_data,
    };
    return (await payments.checkouts.create({ transaction_type, order })).token;
  };
  const uidOf = async (method: string): Promise<string> => {
    if (/capture|void/.test(method)) return (await sandbox.pay(await tokenOf("authorization"))).uid;
    if (method === "bills.delete") return (await payments.bills.get("1007")).uid;
    return paid.uid;
  };
  const token = await tokenOf("payment");
  const paid = await sandbox.pay(token);
  const product = await payments.products.create({
    ...{ name: "Pass", description: "Pass", amount: 9900, currency: "EUR", quantity: 5, immortal: true },
  });
  const placeholders = {
    "6d0f0c5e3a": () => token,
    "5b8f1f0e-93f0-4ed0-8f9e-2f3a6b1c7d54": uidOf,
    prd_7c1e: () => product.id,
    card_3f9b: () => String(paid.credit_card?.token),
  };
  const { shopId, secretKey, baseUrl, checkoutUrl, gatewayUrl } = clientOptions;
  const settings = { SHOP_ID: shopId, SECRET_KEY: secretKey, BASE_URL: baseUrl };
  const addresses = { CHECKOUT_URL: checkoutUrl, GATEWAY_URL: gatewayUrl };
  for (const [name, value] of Object.entries({ ...settings, ...addresses }))
    vi.stubEnv(`PAYMENTS_${name}`, String(value));
  return { close, placeholders };
}

test("the example of every method runs, and prints the first word at the end of its line", async () => {
  const { close, placeholders } = await openGateway();
  const folder = await mkdtemp(join(ROOT, "test", ".tmp-comments-"));
  const print = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(async () => {
    await Promise.all([close(), rm(folder, { recursive: true, force: true })]);
  });
  let words = 0;
  for (const { name, comment } of methods) {
    let code = blocksOf(comment, name)[0]?.code ?? "";
    for (const [value, real] of Object.entries(placeholders))
      if (code.includes(value)) code = code.replaceAll(value, await real(name));
    if (!/const payments\b/.test(code))
      code = `import { PaymentsClient } from "payments-client";\nconst payments = new PaymentsClient();\n${code}`;
    const file = join(folder, `${name}.ts`);
    await writeFile(file, code);
    print.mockClear();
    await import(file);
    const lines = code.split("\n").filter((line) => /\/\/ .*"/.test(line));
    for (const [index, line] of lines.entries()) {
      expect(line, name).toContain("console.log(");
      const [, word = ""] = /\/\/ .*?"(\w+)"/.exec(line) ?? [];
      expect(print.mock.calls[index], `${name}: ${line}`).toContain(word);
      words += 1;
    }
  }
  expect(words).toBeGreaterThan(8);
});
