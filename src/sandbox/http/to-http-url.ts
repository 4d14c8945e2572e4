/** A URL that may be linked to; undefined for anything but an absolute http or https URL. */
export const toHttpUrl = (value: unknown): URL | undefined => {
  if (typeof value !== "string" || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
};
