import type { Child, PropsWithChildren } from "hono/jsx";
import type { Listing } from "../listing.ts";
import { LISTS } from "../view.ts";
import { searchFor } from "./links.ts";

interface TableProps {
  readonly caption: string;
  readonly columns: readonly string[];
}

/** A table whose rows become cards on a narrow screen, where each cell shows its column's name. */
export const Table = ({ caption, columns, children }: PropsWithChildren<TableProps>) => (
  <table>
    <caption>{caption}</caption>
    <thead>
      <tr>
        {columns.map((column) => (
          <th scope="col">{column}</th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

export const Cell = ({ of, class: name, children }: PropsWithChildren<{ of: string; class?: string }>) => (
  <td data-label={of} class={name}>
    <div>{children}</div>
  </td>
);

const written = (count: number): string => count.toLocaleString("en");

const Pager = ({ id, view, rows, skipped, found, page, lastPage }: Listing<unknown>) => (
  <nav class="pager" aria-label={`Pages of ${LISTS[id]}`}>
    {page > 1 && (
      <a id={`${id}-newer`} href={view.linkTo(id, page - 1)}>
        Newer
      </a>
    )}
    <span>
      {written(skipped + 1)}–{written(skipped + rows.length)} of {written(found)}
    </span>
    {page < lastPage && (
      <a id={`${id}-older`} href={view.linkTo(id, page + 1)}>
        Older
      </a>
    )}
  </nav>
);

interface SectionProps {
  readonly listing: Listing<unknown>;
  /** Shown while the list is empty. */
  readonly empty: Child;
  readonly columns: readonly string[];
  readonly note?: Child;
}

/** A list with its length and its pages. */
export const Section = ({ listing, empty, columns, note, children }: PropsWithChildren<SectionProps>) => {
  const { id, view, found, total, mark, marked, lastPage } = listing;
  return (
    <section id={id} aria-labelledby={`${id}-title`} tabindex={-1}>
      <h2 id={`${id}-title`}>
        {LISTS[id]} <span class="count">{written(found)}</span>
        {view.query !== "" && <span class="note">found of {written(total)}</span>}
      </h2>
      {marked > 0 && (
        <a href={searchFor(mark, id)}>
          {written(marked)} {mark}
        </a>
      )}
      {note}
      {total === 0 && empty}
      {total > 0 && found === 0 && <p class="hint">Nothing here matches the search.</p>}
      {found > 0 && (
        <Table caption={`${LISTS[id]}, the newest first`} columns={columns}>
          {children}
        </Table>
      )}
      {lastPage > 1 && <Pager {...listing} />}
    </section>
  );
};
