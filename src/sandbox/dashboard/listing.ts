import type { ListId, Searched, View } from "./view.ts";

/** The rows of a page. */
const PAGE_SIZE = 25;

/** One page of a list. */
export interface Listing<T> {
  readonly id: ListId;
  readonly view: View;
  /** The newest first. */
  readonly rows: readonly T[];
  /** The number of records before the first row. */
  readonly skipped: number;
  /** The number of records that match the search. */
  readonly found: number;
  readonly total: number;
  /** A word for the records that went wrong, by which a search finds them. */
  readonly mark: string;
  /** The number of records with that word; 0 during a search. */
  readonly marked: number;
  readonly page: number;
  readonly lastPage: number;
}

/** The records that match; the order that the search names comes after all others, since the last are shown first. */
function search<T>(records: readonly T[], view: View, searchedOf: (record: T) => Searched): T[] {
  const hits = records
    .map((record) => ({ record, row: searchedOf(record) }))
    .filter(({ row }) => view.matches(row));
  hits.sort((one, other) => Number(view.isNamed(one.row)) - Number(view.isNamed(other.row)));
  return hits.map(({ record }) => record);
}

/**
 * The page of a list that the view asks for, or the last one if there are fewer.
 *
 * @param searchedOf What a search looks at in a record.
 */
export function toListing<T>(
  id: ListId,
  view: View,
  records: ReadonlyMap<string, T>,
  searchedOf: (record: T) => Searched,
  mark = "",
): Listing<T> {
  const all = [...records.values()];
  const found = view.query === "" ? all : search(all, view, searchedOf);
  const marked =
    mark === "" || view.query !== ""
      ? 0
      : all.filter((record) => searchedOf(record).texts.includes(mark)).length;
  const lastPage = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(view.pageOf(id), lastPage);
  const skipped = (page - 1) * PAGE_SIZE;
  const end = found.length - skipped;
  const rows = found.slice(Math.max(0, end - PAGE_SIZE), end).reverse();
  return { id, view, rows, skipped, found: found.length, total: all.length, mark, marked, page, lastPage };
}
