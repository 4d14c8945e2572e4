import { expect, test } from "vitest";
import { document, nodesIn } from "./document.ts";

const { schemas } = document.components;

/** Every text that describes a part of the document. Examples have a description of their own: of an order or a product. */
const described = nodesIn(document).flatMap(([path, text]) =>
  path.endsWith("/description") && typeof text === "string" && !path.includes("/example")
    ? [[path, text] as const]
    : [],
);

const fieldOf = (component: string, field: string) => schemas[component]?.properties?.[field];

test("descriptions are Markdown: sentences in one line, paragraphs and lists", () => {
  const wrong = described.filter(
    ([, text]) => /\{@|\*\/| {2}|[^\n.]\n\n|[^\n]\n(?!\n|- )|^\s|\s$/.test(text) || !/[.:]$/.test(text),
  );
  expect(wrong).toStrictEqual([]);
  expect(described.length).toBeGreaterThan(500);
});

test("what only a request needs is not said of a response", () => {
  const ofRequests = described.filter(([, text]) =>
    /\b(?:Required|Default(?! position)|Sent as)\b/.test(text),
  );
  const sections = ofRequests.map(([path]) => path.split("/")[3] ?? "");
  expect(sections.filter((name) => name.startsWith("Returned"))).toStrictEqual([]);
  expect(sections.length).toBeGreaterThan(30);
  for (const [field, request, response] of [
    ["amount", "3245 for 32.45. Required. Sent as a JSON integer.", "3245 for 32.45."],
    ["expired_at", "Default: 24 hours after the token's creation.", "Deadline of the payment."],
    ["description", "Order description. Required.", "Order description."],
  ] as const) {
    expect(fieldOf("Order", field)?.description).toContain(request);
    expect(fieldOf("ReturnedOrder", field)?.description).toMatch(
      new RegExp(`${response.replaceAll(".", "\\.")}$`),
    );
  }
});

test("fields of responses have neither defaults nor formats that a merchant's value could miss", () => {
  for (const [name, schema] of Object.entries(schemas)) {
    if (!name.startsWith("Returned")) continue;
    expect(JSON.stringify(schema), name).not.toMatch(/"(?:default|format)":/);
  }
});
