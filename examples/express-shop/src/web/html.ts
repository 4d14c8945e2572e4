/** Text that is already HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

const toText = (value: unknown): string => {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(toText).join("");
  return value === undefined || value === null || value === false ? "" : escaped(String(value));
};

/** HTML in which every value is escaped, except for results of `html`. Undefined, null and false are omitted. */
export const html = (strings: TemplateStringsArray, ...values: readonly unknown[]): Html =>
  new Html(strings.map((string, index) => string + toText(values[index])).join(""));
