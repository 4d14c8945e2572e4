/** `check --measure` at local gateways whose answers differ. */
import { expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { environmentOf } from "../../src/sandbox/environment-lines.ts";
import { FACT_NAMES, variantsOf } from "../../src/sandbox/gateway/variants.ts";
import { Sandbox, type SandboxOptions } from "../../src/sandbox.ts";
import { aCheckout } from "../models/params.ts";
import { freshState } from "../support/fresh-state.ts";
import { lineOf } from "./checked-gateway.ts";
import { runAs } from "./start.ts";

/** Runs the command at a local gateway, with the token of a test card if it is wanted. */
async function measured(variants: object, hasCard: boolean) {
  const sandbox = new Sandbox({ state: freshState, variants });
  const server = await sandbox.listen();
  try {
    const client = new PaymentsClient(sandbox.clientOptions);
    const { token } = await client.checkouts.create(aCheckout);
    const { credit_card: card } = await sandbox.pay(token, { saveCard: true });
    const made = sandbox.requests.length;
    const env = environmentOf({ ...server.clientOptions, publicKey: await sandbox.publicKey() });
    const args = ["check", "--measure", ...(hasCard ? ["--test-card", `${card?.token}`] : [])];
    const { stdout } = await runAs({ args, env });
    return { stdout, requests: sandbox.requests.slice(made) };
  } finally {
    await server.close();
  }
}

/** A shop receives the notifications of links. `check` does not. */
const MEASURED = FACT_NAMES.filter((fact) => fact !== "productNotice");
const WITHOUT_CARD = ["freshToken", "nothingFound", "refusal", "page"];

const VARIANTS = MEASURED.flatMap((fact) =>
  variantsOf(fact)
    .slice(1)
    .map((word) => ({ fact, word })),
);

test("at a gateway with the best evidence, each fact is measured, and no option is needed", async () => {
  const { stdout } = await measured({}, true);
  for (const fact of MEASURED)
    expect(lineOf(stdout, fact)).toMatch(new RegExp(`^ok ${fact} ${variantsOf(fact)[0]}: `));
  expect(lineOf(stdout, "variants")).toBe("ok variants the local gateway needs no --variant");
});

test.each(VARIANTS)("exactly $fact=$word is named", async ({ fact, word }) => {
  const { stdout } = await measured({ [fact]: word }, true);
  expect(lineOf(stdout, "variants")).toBe(
    `note variants for sandbox and check-shop: --variant ${fact}=${word}`,
  );
  expect(lineOf(stdout, fact)).toMatch(new RegExp(`^note ${fact} ${word}: `));
});

test("several variants are named together", async () => {
  const variants: SandboxOptions["variants"] = { freshToken: "pending", page: "v2", lookUp: "late" };
  const { stdout } = await measured(variants, true);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(
    "--variant freshToken=pending --variant lookUp=late --variant page=v2",
  );
});

test("without a test card, a token is created as a test, and nothing is paid", async () => {
  const { stdout, requests } = await measured({ refusal: "ok" }, false);
  const facts = FACT_NAMES.filter((fact) => lineOf(stdout, fact) !== undefined);
  expect(facts).toStrictEqual(WITHOUT_CARD);
  const posts = requests.filter(({ method }) => method === "POST");
  expect(posts.map(({ operation, body }) => [operation, Object(body).checkout.test])).toStrictEqual([
    ["checkouts.create", true],
    ["checkouts.create", true],
  ]);
});

test("payments are marked as tests, and are refunded", async () => {
  const { requests } = await measured({}, true);
  const paid = requests.filter(({ operation }) => operation === "transactions.pay");
  expect(paid.map(({ body }) => Object(body).request.test)).toStrictEqual([true]);
  const tokens = requests.filter(({ operation }) => operation === "checkouts.create");
  expect(new Set(tokens.map(({ body }) => Object(body).checkout.test))).toStrictEqual(new Set([true]));
});
