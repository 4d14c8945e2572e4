import type { PropsWithChildren } from "hono/jsx";
import { truncate } from "../../../api/error-tree.ts";
import { timeText } from "../../explain/sentence.ts";
import { formatAmount } from "../../format-amount.ts";
import { parseJson } from "../../gateway/input/section.ts";
import type { Tone } from "../../gateway/payments/status-rows.ts";
import { toHttpUrl } from "../../http/to-http-url.ts";
import { LONGEST_QR, qrAddress } from "./links.ts";

/** A link to a web address. Other addresses, which merchants can also send, are plain text. */
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

/** A time in UTC. The script converts it to the zone of the browser. `isExact` adds milliseconds. */
export const Time = ({ at, isExact = false }: { at: string; isExact?: boolean }) => (
  <time datetime={at} data-exact={isExact ? "" : undefined}>
    {isExact ? at.slice(0, 23).replace("T", " ") : timeText(at)}
  </time>
);

export const Duration = ({ of: milliseconds }: { of: number | undefined }) =>
  milliseconds === undefined ? null : <span class="count">{durationText(milliseconds)}</span>;

const durationText = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** A state as a word. The color contains no further information. */
export const State = ({ children: state, tone }: { children: string; tone: Tone }) => (
  <span class={`state ${tone}`}>{state}</span>
);

/** A dash for a state that needs no attention. Screen readers read the text. */
export const Nothing = ({ children }: { children: string }) => (
  <>
    <span aria-hidden="true">–</span>
    <span class="unseen">{children}</span>
  </>
);

export const Amount = ({ of: amount, currency }: { of: unknown; currency: unknown }) => (
  <>{amount === undefined || currency === undefined ? "" : formatAmount(amount, currency, "en")}</>
);

interface CopyProps {
  readonly what: string;
  readonly text: string;
  /** The format of the copied text. */
  readonly as?: "JSON" | "cURL";
}

/** A button that needs JavaScript and is hidden without it. */
export const Copy = ({ what, text, as }: CopyProps) => {
  const copied = as ? `${as} of ${what}` : what;
  return (
    <button type="button" class="copy" data-copy={text} data-what={copied} aria-label={`Copy ${copied}`}>
      Copy {as}
    </button>
  );
};

/** An id, which may be long, with its Copy button. */
export const Id = ({ what, children }: { what: string; children: string }) => (
  <span class="id">
    <code>{children}</code> <Copy what={what} text={children} />
  </span>
);

export const SHOWN = 16_384;

/** Indents JSON. Other texts stay unchanged. */
export const indented = (text: string): string => {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, undefined, 2);
};

export const Body = ({ head = "", text }: { head?: string; text: string }) => (
  <pre>
    <code>{head + truncate(indented(text), SHOWN)}</code>
  </pre>
);

interface PayLinkProps {
  readonly kind: "pay" | "token";
  readonly id: string;
  readonly to: string;
  readonly label: string;
}

/** A link to a payment page, with its QR code for a phone. */
export const PayLink = ({ kind, id, to, label }: PayLinkProps) => (
  <div>
    <Link to={to}>{label}</Link> <Copy what={label.toLowerCase()} text={to} />
    {to.length <= LONGEST_QR && (
      <details id={`qr-${id}`}>
        <summary id={`qr-summary-${id}`}>QR code</summary>
        <img src={qrAddress(kind, id)} alt={`QR code of ${to}`} width="180" height="180" loading="lazy" />
      </details>
    )}
  </div>
);

export const Section = ({ id, title, children }: PropsWithChildren<{ id: string; title: string }>) => (
  <section id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
);

/** A fact with its name. Shows nothing without a value. */
export const Fact = ({ name, children }: PropsWithChildren<{ name: string }>) =>
  children === undefined ? null : (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
