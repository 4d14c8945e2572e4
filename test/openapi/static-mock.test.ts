/** A static mock, such as Prism or nock, answers each path with the example of the document. */
import { expect, test } from "vitest";
import { type Fetch, PaymentsClient } from "../../src/index.ts";
import { calls } from "../client/calls.ts";
import { good } from "../client/construct.ts";
import { document } from "./document.ts";

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly example?: string;
}

const exampleOf = (content: unknown): unknown => Object(content)["application/json"]?.example;

test("each method accepts the examples of openapi.json for the ids of its paths", async () => {
  const client = (status: number, example: unknown): PaymentsClient => {
    const fetch: Fetch = async () =>
      new Response(example === undefined ? null : JSON.stringify(example), { status });
    return new PaymentsClient({ ...good, gatewayUrl: good.baseUrl, fetch });
  };
  const called: string[] = [];
  for (const path of Object.values(document.paths)) {
    const { parameters } = JSON.parse(JSON.stringify(path));
    const ids: string[] = parameters.flatMap((one: Parameter) => (one.in === "path" ? [one.example] : []));
    for (const { operationId, requestBody, responses } of Object.values(path)) {
      if (!operationId) continue;
      const [status = "", response] = Object.entries(responses).find(([code]) => code < "300") ?? [];
      const body = exampleOf(Object(requestBody).content);
      const params = Object(body).checkout ?? Object(body).request ?? body;
      const [group = "", method = ""] = operationId.split(".");
      const target = Reflect.get(client(Number(status), exampleOf(response?.content)), group);
      const input = [...ids, ...(params === undefined ? [] : [params])];
      await expect(
        Reflect.apply(Reflect.get(target, method), target, input),
        operationId,
      ).resolves.not.toThrow();
      called.push(operationId);
    }
  }
  expect(called.toSorted()).toStrictEqual(calls.map(({ operation }) => operation).toSorted());
});
