import type { Context } from "hono";

export type Entries = Readonly<Record<string, string>>;

/** Problems by field, in the customer's language. */
export type Problems = ReadonlyMap<string, string>;

/** The displayed state of a form. After a post, with its entries and problems. */
export interface FormState {
  readonly entries: Entries | undefined;
  readonly problems: Problems;
}

export const toProblems = (
  found: readonly (readonly [field: string, problem: string | undefined])[],
): Problems => new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined));

export const EMPTY_FORM: FormState = { entries: undefined, problems: new Map() };

/** Maximum length of a field in characters. */
export const LONGEST = 255;

export const readEntries = async (context: Context): Promise<Entries> => {
  const body = await context.req.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value.trim()] as const] : [],
    ),
  );
};

/** Whether a checkbox is on, as in the posted form or by default. */
export const isChecked = ({ entries }: FormState, name: string, byDefault: boolean): boolean =>
  entries ? Object.hasOwn(entries, name) : byDefault;
