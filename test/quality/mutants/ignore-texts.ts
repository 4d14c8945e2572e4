/** A node of Babel's tree. Its text is the code. */
interface Path {
  readonly node: { readonly type: string };
  toString(): string;
}

const TEXTS: Readonly<Record<string, RegExp>> = {
  CallExpression: /^console\./,
  ExpressionStatement: /^console\./,
  NewExpression: /^new \w*Error\(/,
};

const shouldIgnore = (path: Path): string | undefined =>
  TEXTS[path.node.type]?.test(path.toString()) ? "a text for people" : undefined;

/** What Stryker reads of a plugin. */
export const strykerPlugins = [{ kind: "Ignore", name: "texts", value: { shouldIgnore } }];
