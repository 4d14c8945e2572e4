import { expect, test } from "vitest";
import { ApiError, ServerError, UnexpectedResponseError, ValidationError } from "../../src/index.ts";
import { rejection } from "../client/calls.ts";
import { startGateway } from "../support/gateway.ts";
import { refusal } from "./refusal.ts";

const page = "<!doctype html><title>502 Bad Gateway</title><center>nginx</center>";

const bodies: readonly [string, string, unknown][] = [
  ["HTML", page, page],
  ["nothing", "", ""],
  ["text", "Too many requests", "Too many requests"],
  ["a JSON number", "7", 7],
  ["a JSON array", '["no",{"a":1}]', ["no", { a: 1 }]],
  ["JSON with a byte order mark", '\ufeff{"code":1}', { code: 1 }],
];

/** Of all statuses: `refusal-by-body`. */
const classes = [
  [400, ApiError],
  [422, ValidationError],
  [502, ServerError],
] as const;

test.each(bodies)("%s gives the class of its status and the unchanged body", async (_what, sent, body) => {
  const headers = { "content-type": "text/html", "x-request-id": "r1" };
  for (const [status, type] of classes) {
    const error = await refusal("product", { status, body: sent, headers });
    expect(error.constructor).toBe(type);
    expect(error).toMatchObject({ response: { status }, errors: {}, issues: [] });
    expect(error.response.body).toStrictEqual(body);
    expect(Object.fromEntries(error.response.headers)).toMatchObject(headers);
  }
});

test.each(classes)("a %d whose body breaks off, or is not UTF-8", async (status, type) => {
  const broken = await refusal("product", (response) => {
    response.writeHead(status, { "content-length": "1000" });
    response.write('{"message":"no","errors":{', () => response.socket?.destroy());
  });
  expect(broken.constructor).toBe(type);
  expect(broken.response.body).toBe('{"message":"no","errors":{');
  expect(broken.errors).toStrictEqual({});
  const latin = Buffer.from('{"message":"café"}', "latin1");
  const error = await refusal("product", (response) => response.writeHead(status).end(latin));
  expect(error.constructor).toBe(status === 400 ? ValidationError : type);
  expect(error.message).toContain("caf\ufffd");
});

test("a 2xx that is not JSON says so", async () => {
  for (const body of ["<html>Welcome</html>", "", '{"id":"prd_1"', '"text"']) {
    await using gateway = await startGateway({ status: 200, body });
    const error = await rejection(gateway.client().products.list(), UnexpectedResponseError);
    expect(error.message).toBe("products.list got an unreadable 200: the body is not a JSON object or array");
  }
});
