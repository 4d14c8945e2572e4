import type { PropsWithChildren } from "hono/jsx";
import { truncate } from "../../../errors/error-tree.ts";
import { formatAmount } from "../../format-amount.ts";
import { parseJson } from "../../gateway/input/parse-json.ts";
import { toHttpUrl } from "../../to-http-url.ts";
import type { Relations } from "../relations.ts";
import type { ListId } from "../view.ts";
import { LONGEST_QR, qrAddress, searchFor } from "./links.ts";

/** A link to a web address; other addresses, which merchants can send too, are plain text. */
export const Link = ({ to, children }: PropsWithChildren<{ to: string }>) => {
  const url = toHttpUrl(to);
  return url ? (
    <a href={url.href} target="_blank" rel="noreferrer">
      {children ?? to}
    </a>
  ) : (
    <span>{children ?? to}</span>
  );
};

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

/** A state as a word. The colour carries no further information. */
export const State = ({ children: state, tone }: { children: string; tone?: string | undefined }) => (
  <span class={`state ${tone ?? TONES[state] ?? "quiet"}`}>{state}</span>
);

export const Amount = ({ of: amount, currency }: { of: unknown; currency: unknown }) => (
  <>{amount === undefined || currency === undefined ? "" : formatAmount(amount, currency, "en")}</>
);

/** An identifier or another text that can be long: two lines of it are visible. */
export const Id = ({ children }: { children: string }) => <code class="id">{children}</code>;

/** An order by its tracking id and its description. */
export const Order = ({
  trackingId,
  description,
}: {
  trackingId: string | undefined;
  description: string | undefined;
}) => (
  <>
    <strong>{trackingId ?? description}</strong>
    {trackingId !== undefined && <span class="id">{description}</span>}
  </>
);

const NAMES: readonly (readonly [ListId, string])[] = [
  ["products", "Product"],
  ["tokens", "Token"],
  ["transactions", "Transactions"],
  ["deliveries", "Deliveries"],
  ["requests", "Calls"],
];

interface RelatedProps {
  readonly relations: Relations;
  /** The tokens, products or tracking ids of the row. */
  readonly ids: readonly string[];
  /** The list of the row itself. */
  readonly from: ListId;
  readonly what: string;
}

/** Links to the other lists, searched for the first id that a row has in common with theirs; to none without one. */
export const Related = ({ relations, ids, from, what }: RelatedProps) => (
  <>
    {NAMES.map(([list, name]) => {
      const wanted = list === "products" ? ids.map(relations.productOf) : ids;
      const found = wanted.find((id) => relations.has(list, id));
      if (list === from || found === undefined) return null;
      return (
        <a href={searchFor(found, list)} aria-label={`${name} of ${what}`}>
          {name}
        </a>
      );
    })}
  </>
);

/** A button that needs JavaScript and is hidden without it. */
export const Copy = ({ what, text }: { what: string; text: string }) => (
  <button type="button" class="copy" data-copy={text} data-what={what} aria-label={`Copy ${what}`}>
    Copy
  </button>
);

/** The number of characters of a body that are shown. */
const SHOWN = 16_384;

/** A body, indented where it is JSON. */
export const Body = ({ head = "", text }: { head?: string; text: string }) => {
  const value = parseJson(text);
  return (
    <pre>
      <code>{head + truncate(value === undefined ? text : JSON.stringify(value, undefined, 2), SHOWN)}</code>
    </pre>
  );
};

/** A link to a payment page, with its QR code for a phone. */
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
    {to.length <= LONGEST_QR && (
      <details id={`qr-${id}`}>
        <summary id={`qr-summary-${id}`}>QR code</summary>
        <img src={qrAddress(kind, id)} alt={`QR code of ${to}`} width="180" height="180" loading="lazy" />
      </details>
    )}
  </div>
);
