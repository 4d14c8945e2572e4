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
export const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, "-");

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
