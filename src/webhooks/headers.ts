/** Headers as `fetch` has them, as Node has them, or as a plain object, with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Every value that a header was sent with. */
export function valuesOf(headers: WebhookHeaders, name: string): readonly string[] {
  if (headers instanceof Headers) {
    const value = headers.get(name);
    return value === null ? [] : [value];
  }
  return Object.entries(headers).flatMap(([key, value]) =>
    key.toLowerCase() === name && value !== undefined ? value : [],
  );
}
