import { document } from "../../openapi/document.ts";
import { problemsAt } from "../../openapi/validate.ts";
import { isSame, show } from "../requests.ts";
import type { Section, Statement } from "../tables/statement.ts";

interface Component {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, object>>;
}

const componentOf = (name: string): Component => {
  const component: Component | undefined = document.components.schemas[name];
  if (!component) throw new Error(`openapi.json has no ${name}`);
  return component;
};

/** The fields of a component. */
export const propertiesOf = (name: string): string[] => Object.keys(componentOf(name).properties ?? {});

/** The single-type schemas of a field. */
const alternativesOf = (schema: object): object[] => {
  if ("anyOf" in schema && Array.isArray(schema.anyOf)) return schema.anyOf.flatMap(alternativesOf);
  if (!("type" in schema) || !Array.isArray(schema.type)) return [schema];
  return schema.type.map((type) => ({ ...schema, type }));
};

const has = (schema: object, keywords: object): boolean =>
  Object.entries(keywords).every(([keyword, value]) => isSame(Reflect.get(schema, keyword), value));

/** How the document differs from a statement. */
export const openapiProblems = (section: Section, statement: Statement): string[] => {
  const { field, kind, isNeverEmpty, default: otherwise } = statement;
  const isRequired = statement.isRequired === true || statement.isAlwaysSent === true;
  const canBeEmpty = !isRequired && !isNeverEmpty;
  const { required = [], properties = {} } = componentOf(section.name);
  const property = properties[field];
  if (!property) return ["is missing"];
  const alternatives = alternativesOf(property);
  const keys = ["components", "schemas", section.name, "properties", field];
  const takes = (value: unknown): boolean => problemsAt(keys, value).length === 0;
  const item =
    kind.section !== undefined && "type" in kind.wire
      ? { items: { $ref: `#/components/schemas/${kind.section}` } }
      : {};
  const wire = { ...kind.wire, ...item };
  return [
    ...(alternatives.some((schema) => has(schema, wire)) ? [] : [`has no ${show(wire)}`]),
    ...("maxLength" in wire && !show(property).includes(`t most ${wire.maxLength} characters`)
      ? [`does not describe its limit of ${wire.maxLength}`]
      : []),
    ...(required.includes(field) === isRequired ? [] : [isRequired ? "is not required" : "is required"]),
    ...(otherwise === undefined || alternatives.some((schema) => has(schema, { default: otherwise }))
      ? []
      : [`has no default ${otherwise}`]),
    ...("default" in property && !isRequired
      ? ["has its default where generators would make the field required"]
      : []),
    ...[...kind.takes.map(([, sent]) => sent), ...(kind.reports ?? [])].flatMap((sent) =>
      takes(sent) ? [] : [`refuses ${show(sent)}`],
    ),
    ...kind.refuses.flatMap((value) => (takes(value) ? [`takes ${show(value)}`] : [])),
    ...(takes(null) === canBeEmpty ? [] : [canBeEmpty ? "refuses null" : "takes null"]),
    ...(canBeEmpty && kind.isText && !takes("") ? ['refuses ""'] : []),
  ];
};
