import type { Context } from "hono";

/** What was posted, by field. Undefined before anything was. */
export type Entries = Readonly<Record<string, string>>;

/** What is wrong with it, by field, in the customer's language. */
export type Problems = ReadonlyMap<string, string>;

/** A form as it is displayed: empty at first, with entries and problems after a post. */
export interface FormState {
  readonly entries: Entries | undefined;
  readonly problems: Problems;
}

export const EMPTY_FORM: FormState = { entries: undefined, problems: new Map() };

/** The longest text that is kept of a field. */
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
