import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { endlessProduct } from "../models/params.ts";
import { openGateway, respond, serve } from "./checked-gateway.ts";
import { useFolder } from "./start.ts";

const inFolder = useFolder();
const gateway = await openGateway();

interface Answer {
  readonly status: number;
  /** The JSON text; empty where there is none. */
  readonly body: string;
  readonly type?: string;
}

interface Change {
  readonly answer?: (answer: Answer, method: string, path: string) => Answer;
  /** The path that the gateway is asked instead. */
  readonly path?: (path: string) => string;
  readonly delay?: number;
}

/** A proxy before the sandbox that changes one thing. */
const proxy =
  ({ answer = (same) => same, path = (same) => same, delay = 0 }: Change) =>
  async (request: Request): Promise<Response> => {
    const { method, headers } = request;
    const { origin, pathname, search } = new URL(request.url);
    const body = method === "GET" ? null : await request.text();
    const asked = new Request(origin + path(pathname + search), { method, headers, body });
    const response = await gateway.sandbox.fetch(asked);
    await sleep(delay);
    const given = { status: response.status, body: await response.text() };
    const changed = answer(given, method, pathname + search);
    return new Response(changed.body || null, {
      status: changed.status,
      headers: { "content-type": changed.type ?? "application/json", "set-cookie": "session=of-the-shop" },
    });
  };

const addressesOf = (origin: string) => ({
  PAYMENTS_BASE_URL: origin,
  PAYMENTS_CHECKOUT_URL: origin,
  PAYMENTS_GATEWAY_URL: origin,
});

const PROXY = "https://proxy.example";

async function compare(change: Change, args: readonly string[] = [], changes = {}) {
  const addresses = { ...addressesOf(PROXY), ...changes };
  const hosts = { [PROXY]: proxy(change) };
  const { code, stdout } = await gateway.check(["--compare", ...args], addresses, { hosts });
  const lines = stdout.split("\n").filter((line) => line !== "");
  return { code, stdout, lines: lines.slice(0, -1), count: lines.at(-1) };
}

const isProduct = (method: string, path: string): boolean => method !== "PUT" && path.startsWith("/products");

/** Changes what a reviver changes in JSON. */
const revive =
  (change: (this: unknown, name: string, value: unknown) => unknown): NonNullable<Change["answer"]> =>
  ({ status, body }) => ({ status, body: body && JSON.stringify(JSON.parse(body, change)) });

const ofErrors =
  (change: (body: Record<string, unknown>) => unknown): NonNullable<Change["answer"]> =>
  (answer) =>
    answer.body.includes('"errors"')
      ? { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) }
      : answer;

/** `{ a: { b: … } }` as `{ "a.b": … }`. */
const dotted = (tree: object, before = ""): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]) =>
      Array.isArray(value) ? [[before + name, value]] : Object.entries(dotted(value, `${before}${name}.`)),
    ),
  );

const onlyFor =
  (status: number, change: (answer: Answer) => Answer): NonNullable<Change["answer"]> =>
  (answer) =>
    answer.status === status ? change(answer) : answer;

const PRODUCT_CALLS = "(products.create, products.get, products.list)";

const CHANGES: Readonly<Record<string, readonly [line: string, change: Change]>> = {
  "status 200 for 201": [
    "answered 200, here 201 (products.create, checkouts.create)",
    { answer: onlyFor(201, (answer) => ({ ...answer, status: 200 })) },
  ],
  "400 for 404": [
    "answered 400, here 404 (products.get: unknown id, products.update: unknown id, bills.get: unknown id, bills.delete: unknown id, checkouts.get: unknown token, transactions.get: unknown uid)",
    { answer: onlyFor(404, (answer) => ({ ...answer, status: 400 })) },
  ],
  "errors in a 200": [
    "answered 200, here 422 (products.create: refused, products.update: refused, checkouts.create: refused, transactions.pay: refused, transactions.capture: unknown uid, transactions.void: unknown uid and 1 more)",
    { answer: onlyFor(422, (answer) => ({ ...answer, status: 200 })) },
  ],
  "wrapped errors": [
    "the error is in response, here not in response (products.create: refused, products.update: refused, checkouts.create: refused, transactions.pay: refused, transactions.capture: unknown uid, transactions.void: unknown uid and 1 more)",
    { answer: ofErrors((body) => ({ response: body })) },
  ],
  "dotted errors": [
    "keys of errors are dotted, here nested (checkouts.create: refused, transactions.pay: refused)",
    { answer: ofErrors(({ errors, ...rest }) => ({ ...rest, errors: dotted(Object(errors)) })) },
  ],
  "bare messages of errors": [
    "messages of errors are bare texts, here in arrays (products.create: refused, products.update: refused, checkouts.create: refused, transactions.pay: refused, transactions.capture: unknown uid, transactions.void: unknown uid and 1 more)",
    { answer: ofErrors((body) => JSON.parse(JSON.stringify(body).replaceAll(/\[("[^"]*")\]/g, "$1"))) },
  ],
  "errors that start elsewhere": [
    "errors at payment_method.types, settings.fail_url, here at checkout.payment_method.types, checkout.settings.fail_url (checkouts.create: refused)",
    { answer: ofErrors((body) => ({ ...body, errors: Object(body["errors"]).checkout ?? body["errors"] })) },
  ],
  "an amount as text": [
    `amount: text, here an integer ${PRODUCT_CALLS}`,
    {
      answer: (answer, method, path) =>
        isProduct(method, path)
          ? { ...answer, body: answer.body.replaceAll(/"amount":(\d+)/g, '"amount":"$1"') }
          : answer,
    },
  ],
  "another time format": [
    `created_at, updated_at: YYYY-MM-DD hh:mm:ss, here YYYY-MM-DDThh:mm:ss.sssZ ${PRODUCT_CALLS}`,
    {
      answer: (answer, method, path) =>
        isProduct(method, path)
          ? { ...answer, body: answer.body.replaceAll(/T(\d\d:\d\d:\d\d)\.\d+Z/g, " $1") }
          : answer,
    },
  ],
  "a field missing": [
    `pay_url: missing ${PRODUCT_CALLS}`,
    { answer: revive((name, value) => (name === "pay_url" ? undefined : value)) },
  ],
  "a field more": [
    "checkout.risk: not documented, or not sent here (checkouts.create, checkouts.get)",
    {
      answer: (answer) => ({
        ...answer,
        body: answer.body.replace(/(?<="checkout":\{)(?=.*"token":)/, '"risk":1,'),
      }),
    },
  ],
  "another form of ids": [
    `id: 17 hex digits, here prd_ and 16 hex digits ${PRODUCT_CALLS}`,
    {
      // Some ids have only digits after prd_.
      answer: ({ status, body }) => ({ status, body: body.replaceAll("prd_", "f") }),
      path: (path) => path.replace(/(?<=^\/products\/)f(?=[\da-f]{16}$)/, "prd_"),
    },
  ],
  "no body": [
    "an empty body, here JSON (products.list: wrong key, checkouts.get: wrong key, transactions.get: wrong key)",
    { answer: onlyFor(401, ({ status }) => ({ status, body: "" })) },
  ],
  "a web page": [
    "a web page, here JSON (products.list: wrong key, checkouts.get: wrong key, transactions.get: wrong key)",
    { answer: onlyFor(401, ({ status }) => ({ status, body: "<h1>No</h1>", type: "text/html" })) },
  ],
  "another content type": [
    "content type text/plain, here application/json (products.list: wrong key, checkouts.get: wrong key, transactions.get: wrong key)",
    { answer: onlyFor(401, (answer) => ({ ...answer, type: "text/plain; charset=utf-8" })) },
  ],
  "a redirect": [
    "answered 302, here 401 (products.list: wrong key, checkouts.get: wrong key, transactions.get: wrong key)",
    { answer: onlyFor(401, (answer) => ({ ...answer, status: 302 })) },
  ],
  "any key accepted": [
    "accepted with 200, here refused with 401: Access denied: the secret key is wrong (products.list: wrong key, checkouts.get: wrong key, transactions.get: wrong key)",
    { answer: onlyFor(401, () => ({ status: 200, body: "[]" })) },
  ],
};

test.each(Object.entries(CHANGES))("names in one line: %s", async (_, [line, change]) => {
  const { code, lines, count } = await compare(change);
  expect(lines).toStrictEqual([line]);
  expect(count).toBe('1 difference from the local gateway ("here") in 23 calls');
  expect(code).toBe(1);
});

const reversed = (value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).reverse());

test("finds no difference in the same gateway, also when it is slow or orders keys in another way", async () => {
  const card = await gateway.saveCard();
  for (const change of [{}, { delay: 5 }, { answer: revive((_, value) => reversed(value)) }]) {
    const { code, stdout } = await compare(change, ["--test-card", card]);
    expect(stdout).toBe('0 differences from the local gateway ("here") in 28 calls\n');
    expect(code).toBe(0);
  }
});

test("finds no difference in the same gateway with a host for each API", async () => {
  const { code, stdout } = await gateway.check(["--compare", "--test-card", await gateway.saveCard()]);
  expect(stdout).toBe('0 differences from the local gateway ("here") in 28 calls\n');
  expect(code).toBe(0);
});

test("names a gateway that is down in one line, and asks it nothing more", async () => {
  const local = await serve(respond(200));
  await local[Symbol.asyncDispose]();
  const { code, stdout } = await gateway.check(["--compare"], addressesOf(local.origin));
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .filter((line) => !line.startsWith("note")),
  ).toStrictEqual([
    "does not answer: nothing listens there. Look for a wrong host or port. (products.create, checkouts.create, transactions.get: unknown uid)",
    "",
    '1 difference from the local gateway ("here") in 0 calls',
  ]);
  expect(code).toBe(1);
});

test("says what was not asked because an earlier call failed", async () => {
  const { lines } = await compare({ answer: onlyFor(201, ({ status }) => ({ status, body: "" })) });
  expect(lines).toStrictEqual([
    "note    not asked              products.get, products.update, products.update: refused, checkouts.get: an earlier call gave no id, or no answer",
    "an empty body, here JSON (products.create, checkouts.create)",
    "an empty list, here not (products.list)",
  ]);
});

test("says that a payment with a live card's token may have moved money, and refunds it", async () => {
  const { code, lines } = await compare(
    { answer: revive((name, value) => (name === "test" ? false : value)) },
    ["--test-card", await gateway.saveCard()],
  );
  expect(lines[0]).toMatch(/^FAILED {2}test card {14}the payment is not marked as a test/);
  expect(code).toBe(1);
  expect(gateway.sandbox.requests.at(-2)).toMatchObject({ path: "/transactions/refunds", status: 200 });
});

test("changes nothing at the gateway besides products and tokens with test: true", async () => {
  const before = gateway.sandbox.requests.length;
  await compare({});
  const changes = gateway.sandbox.requests
    .slice(before)
    .filter(({ method, status }) => method !== "GET" && status < 300);
  expect(changes.map(({ method, path }) => `${method} ${path.replace(/prd_\w+/, "ID")}`)).toStrictEqual([
    "POST /products",
    "PUT /products/ID",
    "POST /ctp/api/checkouts",
  ]);
  expect(JSON.stringify(changes[0]?.body)).toContain('"test":true');
  expect(JSON.stringify(changes[2]?.body)).toContain('"test":true');
});

/** What a gateway could tell of a shop and its customers. */
const PRIVATE = {
  customer: {
    first_name: "Müller",
    email: "anna@example.com",
    phone: "+375291234567",
    status: "vip customer",
  },
  billing_address: { address: "Main street 12", type: "home" },
  credit_card: { holder: "ANNA MULLER", last_4: "4242", token: "7f3c-card-token-9", exp_year: 2031 },
  note: "Anna pays late",
  score: 777_123,
  message: "Paid by anna@example.com from account 30120012345678 with 7f3cAn9aToken0",
  receipt_url: "https://gateway.internal/receipts/7f3c9?key=Anna9",
};

test("saves nothing through a link", async () => {
  const [target, link, saved] = [inFolder("target"), inFolder("link"), inFolder("saved")] as const;
  await mkdir(target);
  await symlink(target, link);
  await mkdir(saved);
  await symlink(join(target, "list.json"), join(saved, "products.list.json"));
  for (const name of [link, saved])
    expect((await gateway.check(["--compare", "--save", name])).stderr).toContain("a symbolic link");
  expect(await readdir(target)).toStrictEqual([]);
});

test("saves no credentials, no cookies, and nothing about people or other products", async () => {
  const folder = inFolder();
  const card = await gateway.saveCard();
  const { secretKey } = gateway.sandbox.clientOptions;
  await gateway.client.products.create({ ...endlessProduct, name: "Secret product" });
  const change = revive((name, value) => {
    if (name === "checkout" && "token" in Object(value)) return { ...Object(value), ...PRIVATE };
    if (name === "transaction") return { ...Object(value), ...PRIVATE };
    return name === "message" ? `${value} (${secretKey}, ${btoa(`4821:${secretKey}`)})` : value;
  });
  const { stdout } = await compare({ answer: change }, ["--test-card", card, "--save", folder]);
  const files = await readdir(folder);
  const saved = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  expect(files).toHaveLength(28);
  expect(files).toContain("products.get-unknown-id.json");
  const all = saved.join("\n") + stdout;
  for (const secret of [
    String(secretKey),
    btoa(`4821:${secretKey}`),
    card,
    "Secret product",
    "4821",
    "of-the-shop",
  ])
    expect(all).not.toContain(secret);
  expect(all).not.toMatch(
    /anna|müller|mulle|mainstreet|\+375|1234567|4242|7f3c|2031|777123|internal|vip|home/i,
  );
  expect(JSON.parse(saved[files.indexOf("products.get.json")] ?? "")).toMatchObject({
    name: "products.get",
    source: expect.stringMatching(/^recorded with payments-client check --compare on \d{4}-\d\d-\d\d$/),
    request: { method: "GET", path: "/products/{product_id}" },
    response: {
      status: 200,
      headers: { "content-type": "application/json" },
      body: { amount: 100, test: true },
    },
  });
});

test("prints the same as JSON", async () => {
  const [, change] = CHANGES["a field missing"] ?? [];
  const { code, stdout } = await compare(change ?? {}, ["--json"]);
  expect(JSON.parse(stdout)).toStrictEqual({
    same: false,
    calls: 23,
    differences: [
      {
        paths: ["pay_url"],
        finding: "missing",
        calls: ["products.create", "products.get", "products.list"],
      },
    ],
    findings: [],
  });
  expect(code).toBe(1);
});

test("compares what it can without an address of transactions, and nothing with a wrong variable", async () => {
  const without = await compare({}, [], { PAYMENTS_GATEWAY_URL: undefined });
  expect(without.stdout).toContain("PAYMENTS_GATEWAY_URL   is not set: transactions were not compared");
  expect([without.code, without.count]).toStrictEqual([
    0,
    expect.stringMatching(/^0 differences .* in 16 calls$/),
  ]);
  const wrong = await compare({}, [], { PAYMENTS_CHECKOUT_URL: "checkout" });
  expect(wrong.stdout).toMatch(/^FAILED {2}PAYMENTS_CHECKOUT_URL/);
  expect(wrong.code).toBe(1);
});

test("refuses options that do not belong together", async () => {
  expect((await gateway.check(["--save", "folder"])).stderr).toContain("--save needs --compare");
  expect((await gateway.check(["--test-card", "t"])).stderr).toContain(
    "--test-card needs --measure or --compare",
  );
  expect((await gateway.check(["--compare", "--keys", "token"])).stderr).toContain("not combined");
});
