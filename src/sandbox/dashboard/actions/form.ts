/** An action that cannot be done; its message says why. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** The fields of a form, unchecked. */
export type Form = Readonly<Record<string, unknown>>;

export const fieldOf = (form: Form, name: string): string | undefined => {
  const value = form[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** What an action did. */
export interface Done {
  readonly said: string;
  /** The page that shows it; by default the one with the form. */
  readonly to?: string;
}

/** @throws Refused for what a RangeError refuses. */
export const refusing = <T>(task: () => T): T => {
  try {
    return task();
  } catch (error) {
    if (error instanceof RangeError) throw new Refused(`${error.message}.`);
    throw error;
  }
};
