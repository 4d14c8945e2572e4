/** Each documented response field is checked in five places: types, models, client, sandbox, and `openapi.json`. */
import { expect, test } from "vitest";
import { type DriftEvent, PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox/index.ts";
import { completeCheckout } from "../models/complete-params.ts";
import { aCheckout, aProduct, having } from "../models/params.ts";
import { document } from "../openapi/document.ts";
import { problemsAt, problemsOf } from "../openapi/validate.ts";
import { startGateway } from "../support/gateway.ts";
import { propertiesOf } from "./places/openapi.ts";
import { shapeOf } from "./places/schema.ts";
import { fieldsOf } from "./places/typescript.ts";
import { ANSWERS, type Answer } from "./tables/answers.ts";

const namesOf = ({ fields }: Answer): string[] => fields.map(({ field }) => field).sort();

const isError = ({ name }: Answer): boolean => name.endsWith("ErrorBody");

const isCheckout = ({ name }: Answer): boolean => name.startsWith("Checkout");

test.each(ANSWERS)("$name has exactly these fields in every place", (answer) => {
  expect([...fieldsOf(answer.name).keys()].sort()).toStrictEqual(namesOf(answer));
  expect([...shapeOf(answer.name).keys()].sort()).toStrictEqual(namesOf(answer));
  expect(propertiesOf(answer.name).sort()).toStrictEqual(namesOf(answer));
});

test.each(ANSWERS)("the types of $name match the reference", ({ name, fields }) => {
  const stated = fields.map(({ field, type, isNullable = false, isOptional = false }) => [
    field,
    { type, takesNull: isNullable, isOptional },
  ]);
  const found = Array.from(fieldsOf(name), ([field, { type, takesNull, isOptional }]) => [
    field,
    { type, takesNull, isOptional },
  ]);
  expect(Object.fromEntries(found)).toStrictEqual(Object.fromEntries(stated));
});

test.each(ANSWERS)("the model of $name accepts the reference's example", ({ name, example, fields }) => {
  const problems = fields.flatMap(({ field, wrong, isNullable, isOptional }) => {
    const model = shapeOf(name).get(field);
    const validate = (value: unknown) => model?.["~standard"].validate(value);
    const refused = (value: unknown) => "issues" in Object(validate(value));
    return [
      ...(field in example && refused(Reflect.get(example, field)) ? [`${field} is refused`] : []),
      ...(refused(wrong) ? [] : [`${field} accepts a wrong type`]),
      ...(refused(null) === !isNullable ? [] : [`${field} treats null wrongly`]),
      ...(refused(undefined) === !isOptional ? [] : [`${field} treats undefined wrongly`]),
    ];
  });
  expect(problems).toStrictEqual([]);
});

test.each(ANSWERS.filter((answer) => !isError(answer)))(
  "the client returns $name unchanged, and reports fields of another type",
  async (answer) => {
    // A response without these is an UnexpectedResponseError.
    const needed = ["id", "token", "redirect_url"];
    for (const { field, wrong } of answer.fields.filter((row) => !needed.includes(row.field))) {
      const body = { ...answer.example, [field]: wrong };
      await using gateway = await startGateway({
        status: 201,
        body: isCheckout(answer) ? { checkout: body } : body,
      });
      const events: DriftEvent[] = [];
      const client = gateway.client({ hooks: { onDrift: (event) => events.push(event) } });
      const given = isCheckout(answer)
        ? await client.checkouts.create(aCheckout)
        : await client.products.create(aProduct);
      expect(given).toStrictEqual(body);
      expect(events.map(({ issues }) => issues[0]?.path.at(-1))).toStrictEqual([field]);
    }
  },
);

const askSandbox = async (answer: Answer): Promise<unknown> => {
  let received: unknown;
  const { fetch, ...shop } = new Sandbox().clientOptions;
  const client = new PaymentsClient({
    ...shop,
    validate: false,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      received = await response.clone().json();
      return response;
    },
  });
  const checkout = isError(answer) ? having(aCheckout, { "order.currency": "eur" }) : completeCheckout;
  const product = isError(answer) ? having(aProduct, { currency: "eur" }) : aProduct;
  await (isCheckout(answer) ? client.checkouts.create(checkout) : client.products.create(product)).catch(
    () => undefined,
  );
  return isCheckout(answer) && !isError(answer) ? Object(received).checkout : received;
};

test.each(ANSWERS)("the sandbox responds with $name", async (answer) => {
  const received = await askSandbox(answer);
  const shown = { ...answer, fields: answer.fields.filter(({ isNotShown }) => !isNotShown) };
  expect(Object.keys(Object(received)).sort()).toStrictEqual(namesOf(shown));
  for (const [field, model] of shapeOf(answer.name)) {
    expect(model["~standard"].validate(Reflect.get(Object(received), field))).not.toHaveProperty("issues");
  }
  expect(problemsOf(answer.name, received)).toStrictEqual([]);
});

test.each(ANSWERS)("openapi.json describes $name", ({ name, example, fields }) => {
  const required = fields.flatMap(({ field, isOptional }) => (isOptional ? [] : field));
  expect(Object(document.components.schemas[name]).required.toSorted()).toStrictEqual(required.toSorted());
  expect(problemsOf(name, example)).toStrictEqual([]);
  for (const { field, wrong, isNullable = false } of fields) {
    const problems = (value: unknown) =>
      problemsAt(["components", "schemas", name, "properties", field], value);
    expect([field, problems(wrong)]).not.toStrictEqual([field, []]);
    expect([field, problems(null).length === 0]).toStrictEqual([field, isNullable]);
  }
});
