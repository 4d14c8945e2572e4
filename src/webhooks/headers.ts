/** Headers as `fetch` has them, as Node has them, or as a plain object, with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Every value that a header was sent with. */
export function valuesOf(headers: WebhookHeaders, name: string): readonly string[] {
  if (typeof headers?.get === "function") {
    const value: unknown = headers.get(name);
    return typeof value === "string" ? [value] : [];
  }
  // A value that is not a string matches nothing.
  return Object.entries(headers ?? {}).flatMap(([key, value]) =>
    key.toLowerCase() === name ? [value ?? []].flat().map((one) => (typeof one === "string" ? one : "")) : [],
  );
}
