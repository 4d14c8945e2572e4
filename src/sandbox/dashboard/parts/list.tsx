import type { PropsWithChildren } from "hono/jsx";
import { queryOf } from "../../explain/search.ts";
import { slug } from "../../explain/sentence.ts";

const PAGE_SIZE = 25;

/** Changes a parameter of an address and removes the page. Keeps the other parameters. */
const withParam = (url: URL, name: string, value: string | null): string => {
  const params = new URLSearchParams(url.search);
  for (const dropped of ["page", name]) params.delete(dropped);
  if (value !== null) params.set(name, value);
  return params.size === 0 ? url.pathname : `${url.pathname}?${params}`;
};

/** Returns the page in the address, counted from 1, or the last page if there are fewer. */
export function toListing<T>(found: readonly T[], url: URL) {
  const asked = Number(url.searchParams.get("page"));
  const lastPage = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(Number.isSafeInteger(asked) && asked > 1 ? asked : 1, lastPage);
  const skipped = (page - 1) * PAGE_SIZE;
  const rows = found.slice(skipped, skipped + PAGE_SIZE);
  const linkTo = (other: number) => withParam(url, "page", String(other));
  return { rows, skipped, found: found.length, page, lastPage, linkTo };
}

interface TableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  /** For a table whose cards on a narrow screen have no names of columns. */
  readonly class?: "compact" | "compact orders";
}

/** The columns with numbers, which are aligned at their last digits. */
const AMOUNTS: ReadonlySet<string> = new Set(["Amount", "Price", "Duration", "Stock"]);

/** A table. On a narrow screen, rows become cards, and each cell shows its column's name. */
export const Table = ({ caption, columns, class: name, children }: PropsWithChildren<TableProps>) => (
  <table class={name}>
    <caption>{caption}</caption>
    <thead>
      <tr>
        {columns.map((column) => (
          <th scope="col" class={AMOUNTS.has(column) ? "amount" : undefined}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

export const Cell = ({ of, class: name, children }: PropsWithChildren<{ of: string; class?: string }>) => (
  <td data-label={of} class={AMOUNTS.has(of) ? "number amount" : name}>
    <div>{children}</div>
  </td>
);

export const written = (count: number): string => count.toLocaleString("en");

export const NoMatch = ({ what, url }: { what: string; url: URL }) => {
  const query = queryOf(url);
  return (
    <p class="hint">
      No {what} matches{query === "" ? "" : ` “${query.slice(0, 100)}”`}. <a href={url.pathname}>Show all</a>
    </p>
  );
};

type PagerProps = ReturnType<typeof toListing>;

export const Pager = ({ skipped, rows, found, page, lastPage, linkTo }: PagerProps) => {
  if (lastPage === 1) return null;
  const linksTo = (...links: [name: string, page: number][]) =>
    links.map(([name, to]) => (
      <a id={slug(name)} href={linkTo(to)}>
        {name}
      </a>
    ));
  return (
    <nav class="pager" aria-label="Pages">
      {page > 1 && linksTo(["Newest", 1], ["Newer", page - 1])}
      <span>
        Page {page} of {lastPage}
      </span>
      <span>
        {written(skipped + 1)}–{written(skipped + rows.length)} of {written(found)}
      </span>
      {page < lastPage && linksTo(["Older", page + 1], ["Oldest", lastPage])}
    </nav>
  );
};

interface FilterProps {
  readonly url: URL;
  /** The names of the filters, the values of `show` in the address, and the numbers of rows. */
  readonly filters: readonly (readonly [name: string, show: string | null, count: number])[];
  readonly chosen: string;
}

export const Filters = ({ url, filters, chosen }: FilterProps) => (
  <nav class="filters" aria-label="Filters">
    {filters.map(([name, show, count]) => (
      <a
        href={withParam(url, "show", show)}
        id={`filter-${slug(name)}`}
        aria-current={name === chosen ? "true" : undefined}
      >
        {name} <span class="count">{written(count)}</span>
      </a>
    ))}
  </nav>
);
