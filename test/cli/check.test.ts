import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Sandbox } from "../../src/sandbox.ts";
import { endlessProduct } from "../models/params.ts";
import { lineOf, openGateway, respond, serve } from "./checked-gateway.ts";
import { useFolder } from "./start.ts";

const inFolder = useFolder();
const gateway = await openGateway();

// The check compares clocks: stopped, they differ by the same on a busy machine. A date in HTTP has no milliseconds.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date().setMilliseconds(0) }));
afterEach(() => void vi.useRealTimers());

test("a shop that did everything right passes", async () => {
  const { code, stdout, stderr } = await gateway.check();
  expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" });
  expect(stdout.replace(/[0-9a-f]{16}…/, "FINGERPRINT…")).toMatchInlineSnapshot(`
    "ok      PAYMENTS_SHOP_ID       is 4821
    ok      PAYMENTS_SECRET_KEY    is set
    ok      PAYMENTS_BASE_URL      https://api.gateway.example is the products API, and accepts the shop's id and key
    ok      PAYMENTS_CHECKOUT_URL  https://checkout.gateway.example is the payment token API, and accepts the shop's id and key
    ok      PAYMENTS_GATEWAY_URL   https://gateway.example is the transaction API, and accepts the shop's id and key
    ok      PAYMENTS_PUBLIC_KEY    is an RSA key, SHA-256 FINGERPRINT…. Only a notification can prove that it belongs to this shop
    ok      TLS                    every address is https, and certificates are verified
    ok      clock                  is within 1 s of the gateway's
    ok      test mode              no address and no product is for tests

    Ready: 9 ok
    "
  `);
});

test("nothing is created, and nothing but reads is sent", async () => {
  const other = await openGateway();
  await other.check();
  expect(other.sandbox.requests.map(({ method, status }) => `${method} ${status}`).sort()).toStrictEqual([
    "GET 200",
    "GET 200",
    // With another key: any server may answer 404.
    "GET 401",
    "GET 404",
  ]);
});

const ADDRESSES = ["PAYMENTS_BASE_URL", "PAYMENTS_CHECKOUT_URL", "PAYMENTS_GATEWAY_URL"] as const;

const SWAPPED = {
  PAYMENTS_BASE_URL: "https://checkout.gateway.example",
  PAYMENTS_CHECKOUT_URL: "https://api.gateway.example",
};

test("swapped addresses are named, whatever a host answers to paths of another", async () => {
  const record = JSON.stringify({ message: "Record not found" });
  for (const elsewhere of [
    [404, "<h1>Not found</h1>"],
    [404, record],
    [401, record],
  ] as const) {
    const other = await openGateway({ elsewhere });
    const { code, stdout } = await other.check([], SWAPPED);
    expect(code).toBe(1);
    expect(lineOf(stdout, "PAYMENTS_BASE_URL")).toBe(
      "FAILED PAYMENTS_BASE_URL https://checkout.gateway.example is not the products API: PAYMENTS_CHECKOUT_URL has its address. Swap PAYMENTS_BASE_URL and PAYMENTS_CHECKOUT_URL.",
    );
    expect(lineOf(stdout, "PAYMENTS_CHECKOUT_URL")).toBe(
      "FAILED PAYMENTS_CHECKOUT_URL https://api.gateway.example is not the payment token API: PAYMENTS_BASE_URL has its address. Swap PAYMENTS_CHECKOUT_URL and PAYMENTS_BASE_URL.",
    );
    expect(lineOf(stdout, "PAYMENTS_GATEWAY_URL")).toMatch(/^ok /);
  }
});

test("three addresses in each other's places are named", async () => {
  const { stdout } = await gateway.check([], {
    PAYMENTS_BASE_URL: "https://checkout.gateway.example",
    PAYMENTS_CHECKOUT_URL: "https://gateway.example",
    PAYMENTS_GATEWAY_URL: "https://api.gateway.example",
  });
  const others = ["PAYMENTS_GATEWAY_URL", "PAYMENTS_BASE_URL", "PAYMENTS_CHECKOUT_URL"];
  for (const [index, name] of ADDRESSES.entries())
    expect(lineOf(stdout, name)).toContain(`${others[index]} has its address. Correct both.`);
});

test("credentials that do not belong together are refused by every host", async () => {
  for (const changes of [{ PAYMENTS_SECRET_KEY: "key-of-another-shop" }, { PAYMENTS_SHOP_ID: "4822" }]) {
    const { code, stdout } = await gateway.check([], changes);
    expect(code).toBe(1);
    for (const name of ADDRESSES) {
      expect(lineOf(stdout, name)).toContain(
        "refuses the shop's id and key (401). Copy both PAYMENTS_SHOP_ID and PAYMENTS_SECRET_KEY from the same shop in the back office",
      );
    }
    expect(stdout).not.toContain("key-of-another-shop");
  }
});

test("a key at the place of the shop's id is not printed", async () => {
  const { stdout } = await gateway.check([], {
    PAYMENTS_SHOP_ID: "b8647b68898b084b836474ed8d61ffe1",
    PAYMENTS_SECRET_KEY: "4821",
  });
  expect(stdout).not.toContain("b8647b68");
  expect(lineOf(stdout, "PAYMENTS_SHOP_ID")).toBe("ok PAYMENTS_SHOP_ID is set, and no number");
});

test("what a gateway answers does not control the terminal", async () => {
  const { PAYMENTS_SHOP_ID, PAYMENTS_SECRET_KEY } = gateway.environment;
  const own = `Basic ${btoa(`${PAYMENTS_SHOP_ID}:${PAYMENTS_SECRET_KEY}`)}`;
  const message = "\u001b]0;title\u0007\u001b[2J\u009b1mok everything is fine";
  await using other = await serve((request, response) => {
    const isGet = request.method === "GET";
    const body = isGet ? { message: "Record not found" } : { message, errors: { base: [message] } };
    const isOwn = request.headers.authorization === own;
    const status = isGet ? (isOwn ? 404 : 401) : 422;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const { stdout } = await gateway.check(["--create-test-token"], { PAYMENTS_CHECKOUT_URL: other.origin });
  expect(lineOf(stdout, "test token")).toContain("\\u001b[2J\\u009b1mok everything is fine");
  expect(stdout.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
});

test("what an address is instead of an API is said, with what to do", async () => {
  const html = "<!doctype html><title>Sign in</title>";
  const moved = { location: "https://www.gateway.example/?key=1" };
  const cannotGet = JSON.stringify({ message: "Cannot GET", statusCode: 404 });
  const rounds: [answer: ReturnType<typeof respond>, line: string][][] = [
    [
      [respond(200, html), "is not the products API: it answers 200 with a web page. Look for a wrong host"],
      [respond(404, html), "is not the payment token API: it answers 404 with a web page. Look for a wrong"],
      [respond(200, "{}"), "is not the transaction API: it answers 200 with JSON of another kind."],
    ],
    [
      [respond(301, "", moved), "redirects to https://www.gateway.example (301). Set the final address."],
      [respond(503, html), "answers 503. Run the check again later."],
      [respond(404), "is not the transaction API: it answers 404 with an empty body."],
    ],
    [
      [
        respond(403, "<!DOCTYPE html><title>Attention\n Required! | Cloudflare</title>"),
        "answers 403, but a web page answered (Attention Required! | Cloudflare), not the gateway. A firewall",
      ],
      [
        respond(401, "<html><h1>Sign in</h1></html>"),
        "answers 401, but a web page answered, not the gateway.",
      ],
      [respond(404), "is not the transaction API: it answers 404 with an empty body."],
    ],
    [
      [
        respond(403, '{"message":"Forbidden"}'),
        "refuses the shop's id and key (403), which PAYMENTS_GATEWAY_URL accepts.",
      ],
      [
        respond(404, cannotGet),
        "answers 404 to any key. It was not possible to check that it is the payment token API",
      ],
    ],
  ];
  for (const round of rounds) {
    const servers = await Promise.all(round.map(([answer]) => serve(answer)));
    const urls = servers.map(({ origin }, index) => [ADDRESSES[index], origin]);
    const { code, stdout } = await gateway.check([], Object.fromEntries(urls));
    expect(code).toBe(1);
    for (const [index, [, line]] of round.entries()) {
      expect(lineOf(stdout, ADDRESSES[index] ?? "")).toContain(`${servers[index]?.origin} ${line}`);
    }
    for (const { [Symbol.asyncDispose]: close } of servers) await close();
  }
});

test("an address that does not answer is told from one that does not exist, or has no TLS", async () => {
  const closed = await serve(respond(200));
  await closed[Symbol.asyncDispose]();
  await using plain = await serve(respond(200));
  const { stdout } = await gateway.check([], {
    PAYMENTS_BASE_URL: "https://gateway.invalid",
    PAYMENTS_CHECKOUT_URL: closed.origin,
    PAYMENTS_GATEWAY_URL: plain.origin.replace("http:", "https:"),
  });
  expect(lineOf(stdout, "PAYMENTS_BASE_URL")).toBe(
    "FAILED PAYMENTS_BASE_URL https://gateway.invalid does not answer: the host name is not found. Look for a typing mistake.",
  );
  expect(lineOf(stdout, "PAYMENTS_CHECKOUT_URL")).toContain("does not answer: nothing listens there.");
  expect(lineOf(stdout, "PAYMENTS_GATEWAY_URL")).toContain("speaks http, not https. Look for a wrong port.");
  expect(lineOf(stdout, "clock")).toBe("note clock was not compared: no address answered with a Date");
});

test("an address that does not answer says nothing about another, although all APIs are at one", async () => {
  const closed = await serve(respond(200));
  await closed[Symbol.asyncDispose]();
  const { url } = await gateway.sandbox.listen();
  const { stdout } = await gateway.check([], {
    PAYMENTS_BASE_URL: closed.origin,
    PAYMENTS_CHECKOUT_URL: url,
    PAYMENTS_GATEWAY_URL: url,
  });
  const answers = ["does not answer", "is the payment token API", "is the transaction API"];
  for (const [index, name] of ADDRESSES.entries()) expect(lineOf(stdout, name)).toContain(answers[index]);
});

test("a certificate that is not trusted is named, with what to do", async () => {
  const certificates = join(import.meta.dirname, "../quality/faults/certificates");
  const read = (file: string) => readFileSync(join(certificates, file));
  const cases = [
    ["PAYMENTS_BASE_URL", "self-signed.pem", "self-signed certificate"],
    ["PAYMENTS_GATEWAY_URL", "wrong-name.pem", "Hostname/IP does not match certificate's altnames"],
  ] as const;
  const key = read("key.pem");
  const servers = await Promise.all(cases.map(([, file]) => serve(respond(200), { key, cert: read(file) })));
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, read("ca.pem")]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  const { stdout } = await gateway.check([], {
    ...Object.fromEntries(cases.map(([name], index) => [name, servers[index]?.origin])),
  });
  for (const [index, [name, , reason]] of cases.entries()) {
    expect(lineOf(stdout, name)).toContain(
      `${servers[index]?.origin} has a certificate that is not trusted: ${reason}`,
    );
    expect(lineOf(stdout, name)).toContain("Look at the host name and the clock.");
  }
  for (const { [Symbol.asyncDispose]: close } of servers) await close();
});

test("a variable that is missing or malformed is named, and what it must be", async () => {
  const nothing = ["PAYMENTS_SHOP_ID", "PAYMENTS_SECRET_KEY", "PAYMENTS_BASE_URL", "PAYMENTS_PUBLIC_KEY"];
  const rounds: [name: string, value: string | undefined, line: string][][] = [
    nothing.map((name) => [name, undefined, "is not set."]),
    [
      [
        "PAYMENTS_SHOP_ID",
        undefined,
        "is not set. You find it in the settings of the shop in the back office",
      ],
      ["PAYMENTS_CHECKOUT_URL", undefined, "is not set. You find it in the gateway's documentation"],
    ],
    [
      ["PAYMENTS_SHOP_ID", "48:21", "must be a non-empty string without line break or colon."],
      ["PAYMENTS_SECRET_KEY", "", "is empty."],
      ["PAYMENTS_BASE_URL", "http://api.gateway.example", "must be an https URL"],
      ["PAYMENTS_CHECKOUT_URL", "https://x.example/?shop=1", "must be an https URL"],
      ["PAYMENTS_GATEWAY_URL", "", "is empty."],
    ],
    [
      ["PAYMENTS_SHOP_ID", " 4821", "has quotes or spaces around it."],
      ["PAYMENTS_SECRET_KEY", '"s3cret"', "has quotes or spaces around it."],
      ["PAYMENTS_BASE_URL", "https://api.gateway.example#products", "must be an https URL"],
      ["PAYMENTS_CHECKOUT_URL", "https://4821:s3cret@api.gateway.example", "must be an https URL"],
      ["PAYMENTS_GATEWAY_URL", "gateway.example", "must be an https URL"],
    ],
  ];
  for (const round of rounds) {
    const changes = Object.fromEntries(round.map(([name, value]) => [name, value]));
    const { code, stdout } = await gateway.check([], changes);
    expect(code).toBe(1);
    for (const [name, , line] of round) expect(lineOf(stdout, name)).toContain(`FAILED ${name} ${line}`);
    expect(stdout).not.toContain("s3cret");
  }
});

test("without usable credentials no host is asked", async () => {
  const other = await openGateway();
  const { stdout } = await other.check([], { PAYMENTS_SECRET_KEY: undefined });
  expect(lineOf(stdout, "PAYMENTS_BASE_URL")).toBe(
    "note PAYMENTS_BASE_URL https://api.gateway.example was not asked",
  );
  expect(other.sandbox.requests).toStrictEqual([]);
});

test("without a gateway URL a shop that only takes payments is ready", async () => {
  const { code, stdout } = await gateway.check([], { PAYMENTS_GATEWAY_URL: undefined });
  expect(code).toBe(0);
  expect(lineOf(stdout, "PAYMENTS_GATEWAY_URL")).toBe(
    "note PAYMENTS_GATEWAY_URL is not set. It is required for captures, voids, refunds and charges of saved cards",
  );
});

test("a public key that a line break cut is told from something else", async () => {
  const key = gateway.environment["PAYMENTS_PUBLIC_KEY"] ?? "";
  const pem = `-----BEGIN PUBLIC KEY-----\n${key.replaceAll(/.{64}/g, "$&\n")}\n-----END PUBLIC KEY-----`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const cut = /is cut after \d+ characters\. .* Write the key in one line/;
  const cases: [value: string, line: RegExp][] = [
    [key.slice(0, 64), cut],
    ["-----BEGIN PUBLIC KEY-----", cut],
    [pem.slice(0, 200), cut],
    [privateKey.export({ type: "pkcs8", format: "pem" }).toString(), /looks like a private key/],
  ];
  for (const [value, line] of cases) {
    const { code, stdout } = await gateway.check([], { PAYMENTS_PUBLIC_KEY: value });
    expect(code).toBe(1);
    expect(lineOf(stdout, "PAYMENTS_PUBLIC_KEY")).toMatch(line);
  }
  for (const value of [pem, pem.replaceAll("\n", "\\n")]) {
    const { code, stdout } = await gateway.check([], { PAYMENTS_PUBLIC_KEY: value });
    expect(code, stdout).toBe(0);
  }
});

test("the fingerprint tells this shop's public key from another's", async () => {
  const own = await gateway.check();
  const other = await gateway.check([], {
    PAYMENTS_PUBLIC_KEY: await new Sandbox({ shopId: "2" }).publicKey(),
  });
  const pattern = /SHA-256 ([0-9a-f]{16})…. Only a notification can prove that it belongs to this shop/;
  expect(pattern.exec(own.stdout)?.[1]).not.toBe(pattern.exec(other.stdout)?.[1]);
});

test("a clock over a minute off is told, with the direction", async () => {
  const cases: [clock: number, code: number, line: RegExp][] = [
    [600_000, 1, /^FAILED clock is 600 s behind the gateway's\. Synchronize it with NTP/],
    [-600_000, 1, /^FAILED clock is 600 s ahead of the gateway's\./],
    [20_000, 0, /^ok clock is within 20 s of the gateway's$/],
  ];
  for (const [clock, status, line] of cases) {
    const other = await openGateway({ clock });
    const { code, stdout } = await other.check();
    expect(code).toBe(status);
    expect(lineOf(stdout, "clock")).toMatch(line);
  }
});

test("a sandbox is not a gateway to go live with", async () => {
  const server = await gateway.sandbox.listen();
  const { url } = server;
  const addresses = { PAYMENTS_BASE_URL: url, PAYMENTS_CHECKOUT_URL: url, PAYMENTS_GATEWAY_URL: url };
  const { code, stdout } = await gateway.check([], addresses);
  await server.close();
  expect(code).toBe(1);
  expect(lineOf(stdout, "test mode")).toBe(
    "FAILED test mode local gateway, which moves no money: PAYMENTS_BASE_URL, PAYMENTS_CHECKOUT_URL, PAYMENTS_GATEWAY_URL. Set the gateway's addresses.",
  );
  expect(lineOf(stdout, "TLS")).toMatch(/^note TLS .*: http, on this machine only$/);
  expect(lineOf(stdout, "PAYMENTS_BASE_URL")).toMatch(/^ok /);
});

test("test products and the names of test systems are noticed", async () => {
  const { stdout: named } = await gateway.check([], {
    PAYMENTS_BASE_URL: "https://api-sandbox.gateway.example",
  });
  expect(lineOf(named, "test mode")).toBe("note test mode host name for tests: PAYMENTS_BASE_URL");
  const other = await openGateway();
  const { client } = other;
  await client.products.create(endlessProduct);
  await client.products.create({ ...endlessProduct, test: true });
  const { code, stdout } = await other.check();
  expect(code).toBe(0);
  expect(lineOf(stdout, "test mode")).toBe(
    "note test mode 1 of the shop's products have test: true and take no money",
  );
});

test("switched off verification of certificates is told", async () => {
  const { code, stdout } = await gateway.check([], { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
  expect(code).toBe(1);
  expect(lineOf(stdout, "TLS")).toContain("any server can pretend to be the gateway");
});

test("--create-test-token creates one token, a test, in the currency of the shop's products", async () => {
  const other = await openGateway();
  await other.client.products.create({ ...endlessProduct, currency: "PLN" });
  const { code, stdout } = await other.check(["--create-test-token"]);
  expect(code).toBe(0);
  expect(lineOf(stdout, "test token")).toBe(
    'ok test token was created, by the shop "Kim\'s Books". It expires in 10 minutes',
  );
  const created = other.sandbox.requests.filter(({ operation }) => operation === "checkouts.create");
  expect(created.map(({ body }) => body)).toMatchObject([
    { checkout: { test: true, order: { currency: "PLN", description: "payments-client check" } } },
  ]);
  const changes = { PAYMENTS_CHECKOUT_URL: "https://gateway.invalid" };
  const { stdout: wrong } = await other.check(["--create-test-token"], changes);
  expect(lineOf(wrong, "test token")).toBe(
    "FAILED test token was not created. Correct PAYMENTS_CHECKOUT_URL first.",
  );
});

test("--keys pays twice with one key, as tests, and says whether the gateway honours keys", async () => {
  const other = await openGateway();
  const { stdout } = await other.check(["--keys", await other.saveCard()]);
  expect(lineOf(stdout, "idempotency keys")).toBe(
    "ok idempotency keys are honored, because two calls made one test payment. idempotencyKeys: true is safe",
  );
  const { stdout: refused } = await other.check(["--keys", "unknown"]);
  expect(lineOf(refused, "idempotency keys")).toContain("FAILED idempotency keys transactions.pay got 422");
});

test("--env reads variables from a file; those of the environment come first", async () => {
  const file = inFolder(".env");
  const { PAYMENTS_SHOP_ID: _, ...rest } = gateway.environment;
  await writeFile(file, 'PAYMENTS_SHOP_ID="4821"\nPAYMENTS_BASE_URL=https://gateway.invalid\n');
  const { code } = await gateway.check(["--env", file], { PAYMENTS_SHOP_ID: undefined, ...rest });
  expect(code).toBe(0);
  const missing = await gateway.check(["--env", inFolder("none")]);
  expect(missing).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^payments-client: --env .*none cannot be read: ENOENT/),
  });
});

test("--json gives the findings to programs", async () => {
  const { code, stdout } = await gateway.check(["--json"], { PAYMENTS_CHECKOUT_URL: undefined });
  expect(code).toBe(1);
  const { ready, findings } = JSON.parse(stdout);
  expect(ready).toBe(false);
  expect(findings).toContainEqual({ name: "PAYMENTS_SHOP_ID", state: "ok", message: "is 4821" });
  expect(findings).toContainEqual({
    name: "PAYMENTS_CHECKOUT_URL",
    state: "failed",
    message: "is not set",
    advice: expect.stringMatching(/^You find it in [^-]*$/),
  });
});

test("arguments that do not exist are refused", async () => {
  const cases: [args: string[], message: string][] = [
    [["--notify", "shop.example/notify"], "--notify must be an http or https URL"],
    [["--notify", "ftp://shop.example"], "--notify must be an http or https URL"],
    [["--live"], "There is no option --live"],
    [["now"], "Unexpected argument 'now'"],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await gateway.check(args);
    expect([code, stderr]).toStrictEqual([1, expect.stringContaining(message)]);
  }
});
