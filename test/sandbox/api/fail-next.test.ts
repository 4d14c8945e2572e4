import { describe, expect, test } from "vitest";
import { Sandbox } from "../../../src/sandbox.ts";
import { rawCall } from "../raw-call.ts";

const open = () => {
  const sandbox = new Sandbox();
  return { sandbox, call: rawCall(sandbox) };
};

describe("failNext", () => {
  test("fails the next requests in the planned order, for any client", async () => {
    const { sandbox, call } = open();
    sandbox.failNext({ status: 400 });
    sandbox.failNext({ status: 503, times: 2 });
    sandbox.failNext({ status: 599 });
    const stranger = rawCall(sandbox, { authorization: "Basic x" });
    expect((await stranger("GET", "/products")).status).toBe(400);
    expect((await call("GET", "/products")).status).toBe(503);
    expect((await call("POST", "/transactions/refunds")).status).toBe(503);
    expect((await call("GET", "/ctp/api/checkouts/none")).status).toBe(599);
    expect((await call("GET", "/products")).status).toBe(200);
  });

  test("responds with the given body and headers", async () => {
    const { sandbox, call } = open();
    const errors = { currency: ["is unknown"] };
    const headers = { "retry-after": "7", "x-request-id": "r-1" };
    sandbox.failNext({ status: 422, body: { message: "No", errors }, headers });
    const refused = await call("GET", "/products");
    expect(refused.body).toStrictEqual({ message: "No", errors });
    expect(refused.headers.get("retry-after")).toBe("7");
    expect(refused.headers.get("x-request-id")).toBe("r-1");
    sandbox.failNext({ status: 502, body: "<h1>Bad</h1>" });
    const page = await call("GET", "/products");
    expect([page.body, page.headers.get("content-type")]).toStrictEqual(["<h1>Bad</h1>", "text/html"]);
    sandbox.failNext({ status: 502, body: "down", headers: { "content-type": "text/plain" } });
    expect((await call("GET", "/products")).headers.get("content-type")).toBe("text/plain");
    sandbox.failNext({ status: 500 });
    expect((await call("GET", "/products")).body).toStrictEqual({ message: "Failed with 500, as planned" });
  });

  test.each([
    { status: 200 },
    { status: 399 },
    { status: 600 },
    { status: 503.5 },
    { status: 503, times: 0 },
    { status: 500, headers: { "a b": "1" } },
    { status: 500, body: 1n },
  ])("refuses a failure that cannot be sent, and plans nothing: %o", async (options) => {
    const { sandbox, call } = open();
    expect(() => sandbox.failNext(options)).toThrow(RangeError);
    expect((await call("GET", "/products")).status).toBe(200);
  });
});
