/** One thing that has to be right before the first real payment. */
export interface Finding {
  /** What was checked: a variable's name, or a word such as `clock`. */
  readonly name: string;
  /** `note`: nothing is wrong, but worth reading. */
  readonly state: "ok" | "note" | "failed";
  /** What was seen. It contains no secret. */
  readonly message: string;
  /** What to do. */
  readonly advice?: string;
}

/** An address as it may be printed: queries and credentials can be secrets. */
export const withoutSecrets = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/+$/, "");
};

export const ok = (name: string, message: string): Finding => ({ name, state: "ok", message });

export const note = (name: string, message: string): Finding => ({ name, state: "note", message });

export const failed = (name: string, message: string, advice: string): Finding => ({
  name,
  state: "failed",
  message,
  advice,
});
