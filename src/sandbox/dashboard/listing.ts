const PAGE_SIZE = 25;

export interface Listing<T> {
  readonly rows: readonly T[];
  /** The number of records before the first row. */
  readonly skipped: number;
  readonly found: number;
  /** Starts at 1. */
  readonly page: number;
  readonly lastPage: number;
  linkTo(page: number): string;
}

/** A name as it is part of an address or an id. */
export const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]+/g, "-");

/** An address with another value of a parameter; the other parameters stay, but for the page. */
export const withParam = (url: URL, name: string, value: string | null): string => {
  const params = new URLSearchParams(url.search);
  for (const dropped of ["page", "did", name]) params.delete(dropped);
  if (value !== null) params.set(name, value);
  return params.size === 0 ? url.pathname : `${url.pathname}?${params}`;
};

/** The page that the address asks for, or the last one if there are fewer. */
export const toListing = <T>(found: readonly T[], url: URL): Listing<T> => {
  const asked = Number(url.searchParams.get("page"));
  const lastPage = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(Number.isSafeInteger(asked) && asked > 1 ? asked : 1, lastPage);
  const skipped = (page - 1) * PAGE_SIZE;
  const rows = found.slice(skipped, skipped + PAGE_SIZE);
  const linkTo = (other: number) => withParam(url, "page", String(other));
  return { rows, skipped, found: found.length, page, lastPage, linkTo };
};

/** A filter with the values that the records have, and the value that an address selects. */
export interface Select {
  readonly name: string;
  readonly label: string;
  /** Each with how many records have it. */
  readonly options: readonly (readonly [value: string, count: number])[];
  readonly chosen: string | undefined;
}

/** Selects the records with the value that an address has for a filter; all of them if it has none. */
export const selectBy = <T>(
  records: readonly T[],
  url: URL,
  { name, label, read }: { name: string; label: string; read: (record: T) => string },
): { readonly select: Select; readonly shown: readonly T[] } => {
  const counts = new Map<string, number>();
  for (const record of records) counts.set(read(record), (counts.get(read(record)) ?? 0) + 1);
  const chosen = url.searchParams.get(name) || undefined;
  const options = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  if (chosen !== undefined && !counts.has(chosen)) options.push([chosen, 0]);
  return {
    select: { name, label, options, chosen },
    shown: chosen === undefined ? records : records.filter((record) => read(record) === chosen),
  };
};
