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

test("links of the source are names in code style", () => {
  expect(schemas["ProductUpdateParams"]?.description).toContain("fields of `ProductCreateParams`");
});

test("a field whose type lists its values explains them", () => {
  const explanation =
    "`payment` authorizes and captures in one step; `authorization` verifies and holds the cardholder's funds.";
  for (const component of ["ProductCreateParams", "ProductUpdateParams", "Product"])
    expect(fieldOf(component, "transaction_type")?.description).toMatch(
      new RegExp(`^[A-Z\`].+\\.\\n\\n${explanation}$`),
    );
  expect(fieldOf("AdditionalData", "contract")?.description).toMatch(
    /^[^\n]+\.\n\n[^\n]+\.\n\n- `recurring`: .+\.\n- `oneclick`: .+\.\n- `credit`: .+\.\n- `card_on_file`: .+\.$/,
  );
  expect(fieldOf("Order", "currency")?.description).not.toContain("\n");
});

test("descriptions say what the reference says of the payment page", () => {
  expect(fieldOf("Settings", "auto_pay")?.description).toMatch(
    /a notification .+ is posted to `notification_url`/,
  );
  expect(fieldOf("PaymentMethod", "types")?.description).toContain("depending on device and browser");
  expect(schemas["CustomerFields"]?.description).toContain("is not displayed unless listed");
  expect(fieldOf("Checkout", "redirect_url")?.description).toContain("with the token in its query string");
  expect(fieldOf("CheckResult", "result_code")?.description).toContain("`M`: match");
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
