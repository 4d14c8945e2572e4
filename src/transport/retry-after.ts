/** The gateway's `Retry-After` in seconds, given as seconds or as a date; undefined without one that can be read. */
export function parseRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value.endsWith(" GMT") ? value : "");
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
