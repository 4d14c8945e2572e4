import type { Child, PropsWithChildren } from "hono/jsx";
import { TEST_CARDS } from "../../gateway/payments/test-cards.ts";
import { qrAddress } from "./links.ts";

const isWeb = (address: string): boolean => /^https?:\/\//i.test(address) && URL.canParse(address);

/** An address that came from a merchant leads somewhere only when it is one of the web. */
export const Link = ({ to, children }: PropsWithChildren<{ to: string }>) =>
  isWeb(to) ? (
    <a href={to} target="_blank" rel="noreferrer">
      {children ?? to}
    </a>
  ) : (
    <span>{children ?? to}</span>
  );

/** `2026-11-20 21:46:07`; the page says that times are UTC. */
export const Time = ({ at }: { at: string }) => (
  <time datetime={at}>{at.slice(0, 19).replace("T", " ")}</time>
);

const TONES: Readonly<Record<string, string>> = {
  open: "info",
  successful: "good",
  "200": "good",
  "in progress": "wait",
  incomplete: "wait",
  pending: "wait",
  failed: "bad",
};

/** A state in a word, with a colour that only repeats it. */
export const State = ({ children: state, tone }: { children: string; tone?: string | undefined }) => (
  <span class={`state ${tone ?? TONES[state] ?? "quiet"}`}>{state}</span>
);

/** A button that does nothing without script, and is not shown then. */
export const Copy = ({ what, text }: { what: string; text: string }) => (
  <button type="button" class="copy" data-copy={text} data-what={what} aria-label={`Copy ${what}`}>
    Copy
  </button>
);

/** The link to pay at, with its QR code for a phone. */
export const PayLink = ({
  kind,
  id,
  to,
  label,
}: {
  kind: "pay" | "token";
  id: string;
  to: string;
  label: string;
}) => (
  <div class="pay-link">
    <Link to={to}>{label}</Link>
    <details id={`qr-${id}`}>
      <summary id={`qr-summary-${id}`}>QR code</summary>
      <img src={qrAddress(kind, id)} alt={`QR code of ${to}`} width="180" height="180" loading="lazy" />
    </details>
  </div>
);

const SECURE = {
  none: "",
  challenge: ", 3-D Secure challenge",
  frictionless: ", frictionless 3-D Secure",
  failed: " at 3-D Secure",
};

/** Pays with a test card. */
export const PayForm = ({ field, id, what }: { field: "token" | "product"; id: string; what: string }) => (
  <form method="post" action="/sandbox/pay">
    <input type="hidden" name={field} value={id} />
    <select name="card" id={`card-${id}`} aria-label={`Test card for ${what}`}>
      {TEST_CARDS.map(({ number, outcome, secure }) => (
        <option value={number}>
          …{number.slice(-4)} {outcome}
          {SECURE[secure]}
        </option>
      ))}
    </select>
    <button type="submit" id={`pay-${id}`} aria-label={`Pay for ${what}`}>
      Pay
    </button>
  </form>
);

interface TableProps {
  readonly caption: string;
  readonly columns: readonly string[];
}

/** A table whose rows become cards where the screen is narrow: each cell brings its column's name. */
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

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly total: number;
  readonly shown: number;
  readonly empty: Child;
}

/** A list, how long it is, and what to do as long as it is empty. */
export const Section = ({ id, title, total, shown, empty, children }: PropsWithChildren<SectionProps>) => (
  <section id={id} aria-labelledby={`${id}-title`} tabindex={-1}>
    <h2 id={`${id}-title`}>
      {title} <span class="count">{total.toLocaleString("en")}</span>
      {shown < total && <span class="note">the latest {shown} are shown</span>}
    </h2>
    {total === 0 ? empty : children}
  </section>
);
