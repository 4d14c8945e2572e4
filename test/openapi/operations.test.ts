import { expect, test } from "vitest";
import { API_OPERATIONS, OPERATIONS, rowOf } from "../../src/api/operations.ts";
import { document, operations } from "./document.ts";
import { problemsAt, problemsOf } from "./validate.ts";

/** The name at the end of a reference; undefined for any other value. */
const nameOf = (value: unknown): string | undefined => {
  const ref: unknown = Object(value).$ref;
  return typeof ref === "string" ? ref.split("/").at(-1) : undefined;
};

/** The value below these keys. */
const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => Object(inner)[key], value);

const JSON_SCHEMA = ["content", "application/json", "schema"];

/** The schema of a body: its name, below the key of the body if it has one. */
const schemaOf = (body: unknown): string | undefined => {
  const schema = at(body, ...JSON_SCHEMA);
  const [root] = Object.keys(Object(at(schema, "properties")));
  if (root === undefined) return nameOf(schema);
  expect(at(schema, "required")).toStrictEqual([root]);
  return `${root}: ${nameOf(at(schema, "properties", root))}`;
};

/** The servers of the document, by the name of the client's option. */
const SERVERS = { baseUrl: "{base_url}", checkoutUrl: "{checkout_url}", gatewayUrl: "{gateway_url}" };

test("each call of the client is documented, below the server that it goes to", () => {
  const documented = operations.map(({ path, method, operation: { operationId, tags } }) => {
    const server = at(document.paths[path], "servers", "0", "url");
    return [operationId, [`${method.toUpperCase()} ${path}`, server, tags]];
  });
  const called = API_OPERATIONS.map((name) => {
    const { method, path, host } = OPERATIONS[name];
    return [name, [`${method} ${path}`, SERVERS[host], [name.split(".")[0]]]];
  });
  expect(Object.fromEntries(documented)).toStrictEqual(Object.fromEntries(called));
});

test("each operation has the body that the client sends, and says how it is refused", () => {
  for (const { method, operation } of operations) {
    const { operationId, requestBody, responses } = operation;
    const called = API_OPERATIONS.find((name) => name === operationId);
    const { bodyKey = "" } = called ? rowOf(called) : {};
    expect(responses, operationId).toMatchObject({ "400": {}, "401": {}, "429": {}, default: {} });
    const isSent = method === "post" || method === "put";
    expect([operationId, requestBody !== undefined]).toStrictEqual([operationId, isSent]);
    if (!isSent) continue;
    expect(requestBody).toHaveProperty("required", true);
    const [root = ""] = schemaOf(requestBody)?.match(/^\w+(?=: )/) ?? [];
    expect([operationId, root]).toStrictEqual([operationId, bodyKey]);
    expect(schemaOf(requestBody), operationId).toMatch(/Params$/);
    const refused = nameOf(responses["422"]);
    expect(refused, operationId).toMatch(/Refused$/);
  }
});

test("every call requires the shop's credentials, by HTTP Basic only", () => {
  expect(document.security).toStrictEqual([{ shop: [] }]);
  expect(document.components.securitySchemes).toMatchObject({ shop: { type: "http", scheme: "basic" } });
  expect(Object.keys(document.components.securitySchemes)).toStrictEqual(["shop"]);
  expect(operations.filter(({ operation }) => "security" in operation)).toStrictEqual([]);
});

test("path parameters are required and not empty; only payment tokens have the API version, 2", () => {
  for (const [path, row] of Object.entries(document.paths)) {
    const parameters = Array.from(Object(row).parameters ?? [], (parameter) => {
      const { description, example, ...rest } = Object(parameter);
      return rest;
    });
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
    const id = { in: "path", required: true, schema: { type: "string", minLength: 1 } };
    const version = { name: "X-API-Version", in: "header", schema: { type: "string", enum: ["2"] } };
    expect(parameters, path).toStrictEqual([
      ...names.map((name) => ({ name, ...id })),
      ...(path.startsWith("/ctp/") ? [version] : []),
    ]);
  }
});

test("the calls that make a transaction have a header for an idempotency key, and no other has one", () => {
  const keyed = operations.filter(({ operation }) =>
    Array.from(Object(operation).parameters ?? []).some((one) => Object(one).name === "RequestID"),
  );
  expect(keyed.map(({ path }) => path).sort()).toStrictEqual([
    "/beyag/payments",
    "/transactions/authorizations",
    "/transactions/captures",
    "/transactions/payments",
    "/transactions/refunds",
    "/transactions/voids",
  ]);
});

test("each success has a number, because generators take a range of statuses for no result", () => {
  for (const { operation } of operations) {
    const statuses = Object.keys(operation.responses);
    const odd = statuses.filter((status) => !/^(?:\d{3}|default)$/.test(status));
    expect(odd, operation.operationId).toStrictEqual([]);
    expect(statuses.some((status) => status.startsWith("2"))).toBe(true);
  }
});

test("responses must have their root", () => {
  const wrong: readonly (readonly [string, string, string, unknown])[] = [
    ["/ctp/api/checkouts", "post", "201", { token: "6d0f", redirect_url: "https://gateway.example" }],
    ["/ctp/api/checkouts/{token}", "get", "200", { token: "6d0f" }],
    ["/transactions/{uid}", "get", "200", { uid: "5b8f" }],
    ["/v2/transactions/tracking_id/{tracking_id}", "get", "200", []],
    ["/transactions/refunds", "post", "200", {}],
    ["/products", "get", "200", {}],
  ];
  for (const [path, method, status, body] of wrong) {
    const keys = ["paths", path, method, "responses", status, ...JSON_SCHEMA];
    expect(problemsAt(keys, body), `${method} ${path}`).not.toStrictEqual([]);
  }
});

test("a 429 has a header with the delay", () => {
  expect(Object.keys(Object(document.components.responses["TooManyRequests"]?.headers))).toStrictEqual([
    "Retry-After",
  ]);
});

test("each webhook has a signature header and a body, and expects a 200", () => {
  const bodies = Object.entries(document.webhooks).map(([name, { post }]) => {
    const { operationId, parameters, requestBody, responses } = Object(post);
    expect(parameters, name).toMatchObject([
      { name: "Content-Signature", in: "header", schema: { type: "string", contentEncoding: "base64" } },
    ]);
    expect(Object.keys(responses), name).toStrictEqual(["200", "4XX", "5XX"]);
    expect(requestBody.required, name).toBe(true);
    const answer = nameOf(at(responses, "200", ...JSON_SCHEMA));
    return [operationId, nameOf(at(requestBody, ...JSON_SCHEMA)), answer];
  });
  expect(bodies).toStrictEqual([
    ["webhooks.transaction", "TransactionNotification", undefined],
    ["webhooks.checkout", "CheckoutNotification", undefined],
    ["webhooks.payoutVerification", "PayoutVerification", "PayoutDecision"],
  ]);
});

test("a payout is accepted with code 0, uid and amount, and declined with another code and two messages", () => {
  const accepted = { code: 0, uid: "5b8f", amount: 12900 };
  const declined = { code: 1, message: "over the limit", friendly_message: "Contact us" };
  for (const decision of [accepted, declined, { ...declined, uid: "5b8f", amount: 1 }])
    expect(problemsOf("PayoutDecision", decision)).toStrictEqual([]);
  for (const decision of [
    { ...accepted, uid: undefined },
    { ...accepted, amount: undefined },
    { ...accepted, amount: 0 },
    { ...accepted, amount: 1.5 },
    { ...accepted, code: undefined },
    { ...accepted, code: "0" },
    { ...accepted, code: 1 },
    { ...declined, code: 0 },
    { ...declined, message: undefined },
    { ...declined, friendly_message: undefined },
  ]) {
    const body = JSON.parse(JSON.stringify(decision));
    expect(problemsOf("PayoutDecision", body), JSON.stringify(decision)).not.toStrictEqual([]);
  }
});

test("a payout verification has a type, a currency in capitals and an integer amount", () => {
  const payout = { uid: "5b8f", type: "payout", amount: 12900, currency: "EUR", tracking_id: null };
  for (const body of [payout, { transaction: payout }])
    expect(problemsOf("PayoutVerification", body)).toStrictEqual([]);
  for (const wrong of [
    { type: "payment" },
    { currency: "eur" },
    { currency: "EURO" },
    { amount: 1.5 },
    { amount: 0 },
    { tracking_id: 7 },
    { test: "true" },
  ]) {
    const body = { ...payout, ...wrong };
    expect(problemsOf("PayoutVerification", body), JSON.stringify(wrong)).not.toStrictEqual([]);
    expect(problemsOf("PayoutVerification", { transaction: body })).not.toStrictEqual([]);
  }
});

test("an error of a follow-up transaction has a message, and errors that start at its fields", () => {
  const refused = { message: "No", errors: { amount: ["is too much"] } };
  expect(problemsOf("FollowUpErrors", refused)).toStrictEqual([]);
  expect(problemsOf("FollowUpErrors", { ...refused, errors: "No" })).not.toStrictEqual([]);
  expect(problemsOf("FollowUpErrors", { errors: refused.errors })).not.toStrictEqual([]);
  expect(problemsOf("WrappedErrors", { response: refused })).toStrictEqual([]);
  expect(problemsOf("WrappedErrors", refused)).not.toStrictEqual([]);
});

test("an update has no defaults", () => {
  expect(JSON.stringify(document.components.schemas["ProductUpdateParams"])).not.toContain('"default"');
});
