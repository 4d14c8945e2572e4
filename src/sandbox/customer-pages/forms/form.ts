import type { Context } from "hono";

export type Entries = Readonly<Record<string, string>>;

/** Problems by field, in the customer's language. */
export type Problems = ReadonlyMap<string, string>;

/** A form as it is displayed: empty, or with entries and problems after a post. */
export interface FormState {
  readonly entries: Entries | undefined;
  readonly problems: Problems;
}

export const toProblems = (
  found: readonly (readonly [field: string, problem: string | undefined])[],
): Problems => new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined));

export const EMPTY_FORM: FormState = { entries: undefined, problems: new Map() };

/** The maximum length of a field, in characters. */
export const LONGEST = 255;

export const readEntries = async (context: Context): Promise<Entries> => {
  const body = await context.req.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value.trim()] as const] : [],
    ),
  );
};

/** Whether a checkbox is on: as it was posted, or by default. */
export const isChecked = ({ entries }: FormState, name: string, byDefault: boolean): boolean =>
  entries ? Object.hasOwn(entries, name) : byDefault;
