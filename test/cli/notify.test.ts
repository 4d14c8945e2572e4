import { expect, test } from "vitest";
import { toNodeListener, Webhooks } from "../../src/webhooks.ts";
import { everything } from "../support/handlers.ts";
import { lineOf, openGateway, respond, serve } from "./checked-gateway.ts";

const gateway = await openGateway();

const SHOP = "https://shop.example";

/** Checks a shop that listens at `https://shop.example`. */
const checkShop = (origin: string, path: string, address = "93.184.215.14") =>
  gateway.check(
    ["--notify", SHOP + path],
    {},
    { hosts: { [SHOP]: origin }, addresses: { "shop.example": address } },
  );

test("a handler that verifies is right, and gets no credentials of the shop", async () => {
  const {
    PAYMENTS_SHOP_ID: shopId,
    PAYMENTS_SECRET_KEY: secretKey,
    PAYMENTS_PUBLIC_KEY: publicKey,
  } = gateway.environment;
  const posted: unknown[] = [];
  const webhooks = new Webhooks({ shopId, secretKey, publicKey });
  const listener = toNodeListener(webhooks.handler({ ...everything(), onError: () => undefined }));
  await using shop = await serve((request, response) => {
    posted.push(request.headers.authorization);
    return listener(request, response);
  });
  const { code, stdout } = await checkShop(shop.origin, "/payments/notify?token=1");
  expect(code).toBe(0);
  expect(lineOf(stdout, "notify address")).toBe(
    "ok notify address https://shop.example/payments/notify is on the internet",
  );
  expect(lineOf(stdout, "notify answer")).toBe(
    "ok notify answer https://shop.example/payments/notify refuses a forged notification (401)",
  );
  expect(posted).toStrictEqual([undefined]);
});

test("any other answer to a forged notification is explained", async () => {
  const cases: [status: number, line: string][] = [
    [
      200,
      "accepts a forged notification. Anyone with the address can set orders to paid (200). Verify the raw body",
    ],
    [302, "redirects, which the gateway does not follow (302). Use the final address"],
    [400, "processes a forged notification before it verifies it (400). Verify the raw body"],
    [404, "does not take notifications (404). Correct the path"],
    [500, "fails on a forged notification (500). Read the server's log."],
  ];
  for (const [status, line] of cases) {
    await using shop = await serve(respond(status, "", status === 302 ? { location: "/login" } : {}));
    const { code, stdout } = await checkShop(shop.origin, "/notify");
    expect(code, line).toBe(1);
    expect(lineOf(stdout, "notify answer")).toContain(`FAILED notify answer ${SHOP}/notify ${line}`);
  }
});

test("a login or a firewall in front of the handler is named, because genuine notifications do not pass it either", async () => {
  const login = { "www-authenticate": 'Basic realm="staging"' };
  for (const [status, headers, isEverywhere, code, line] of [
    [
      401,
      login,
      true,
      1,
      "FAILED notify answer https://shop.example/notify is behind a login, which also refuses genuine notifications (401).",
    ],
    [
      403,
      {},
      true,
      1,
      "FAILED notify answer https://shop.example/notify is behind a firewall or a CSRF check, which",
    ],
    [401, login, false, 0, "note notify answer https://shop.example/notify asks for a login (401)."],
    [403, {}, false, 0, "ok notify answer https://shop.example/notify refuses a forged notification (403)"],
    [401, {}, true, 0, "ok notify answer https://shop.example/notify refuses a forged notification (401)"],
  ] as const) {
    await using shop = await serve((request, response) =>
      respond(isEverywhere || request.url === "/notify" ? status : 404, "", headers)(request, response),
    );
    const result = await checkShop(shop.origin, "/notify");
    expect(lineOf(result.stdout, "notify answer"), line).toContain(line);
    expect(result.code, line).toBe(code);
  }
});

test("what is forged is a test payment of an order that nobody has", async () => {
  const bodies: string[] = [];
  await using shop = await serve(async (request, response) => {
    bodies.push(await new Response(request).text());
    response.writeHead(401).end();
  });
  await checkShop(shop.origin, "/notify");
  expect(JSON.parse(bodies[0] ?? "")).toMatchObject({
    transaction: {
      test: true,
      status: "successful",
      tracking_id: expect.stringMatching(/^payments-client-check-/),
    },
  });
});

test("an address that the gateway cannot reach is named, and asked all the same", async () => {
  await using shop = await serve(respond(401));
  for (const address of ["10.1.2.3", "169.254.169.254", "fd00::1", "::ffff:10.0.0.1"]) {
    const { code, stdout } = await checkShop(shop.origin, "/notify", address);
    expect(code, address).toBe(1);
    expect(lineOf(stdout, "notify address")).toContain(
      `https://shop.example/notify is ${address}, a private address that the gateway cannot reach. Use a public address.`,
    );
    expect(lineOf(stdout, "notify answer")).toMatch(/^ok /);
  }
});

test("an address without encryption, and one that does not exist, are named", async () => {
  const { stdout: plain } = await gateway.check(["--notify", "http://127.0.0.1:1/notify"]);
  expect(lineOf(plain, "notify address")).toBe(
    "FAILED notify address http://127.0.0.1:1/notify is not encrypted. Set an https address, because the gateway posts the shop's id and key to it.",
  );
  const { stdout: unknown } = await gateway.check(["--notify", "https://shop.invalid/notify"]);
  expect(lineOf(unknown, "notify address")).toBe(
    "FAILED notify address https://shop.invalid/notify: the host name is not found. Look for a typing mistake.",
  );
  expect(lineOf(unknown, "notify answer")).toContain("does not answer: the host name is not found.");
});
