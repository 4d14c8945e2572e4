/** The part of a `Headers` object that the SDK reads. */
export interface HeaderReader {
  /** The value of a header with this name in any case. */
  get(name: string): string | null;
}

/** A `Headers` object, Node's `request.headers`, or a plain object. Names may have any case. */
export type WebhookHeaders = HeaderReader | Readonly<Record<string, string | readonly string[] | undefined>>;

/** All values of a header. */
export function headerValues(headers: WebhookHeaders, name: string): readonly string[] {
  if (typeof headers.get === "function") {
    const value: unknown = headers.get(name);
    return typeof value === "string" ? [value] : [];
  }
  // A value that is not a string becomes "?", which matches no expected value.
  return Object.entries(headers).flatMap(([key, value]) =>
    key.toLowerCase() === name
      ? [value ?? []].flat().map((one) => (typeof one === "string" ? one : "?"))
      : [],
  );
}
