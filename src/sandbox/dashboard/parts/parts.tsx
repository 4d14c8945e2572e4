import type { Child, JSX, PropsWithChildren } from "hono/jsx";
import { truncate } from "../../../api/error-tree.ts";
import { toHttpUrl } from "../../../shared/parse-url.ts";
import type { ActionName } from "../../actions/actions.ts";
import { nameOfOrder } from "../../explain/order-facts.ts";
import { formatAmount } from "../../format-amount.ts";
import { type Gateway, pageLinks } from "../../gateway/gateway.ts";
import { parseJson } from "../../gateway/input/section.ts";
import type { Order } from "../../gateway/orders/order.ts";
import type { Tone } from "../../gateway/payments/states.ts";

export interface PageProps {
  readonly gateway: Gateway;
  readonly url: URL;
  /** The origin of the customers' pages. */
  readonly origin: string;
}

export interface DashboardPage {
  readonly address: `/${string}`;
  readonly name: string;
  readonly View: (props: PageProps) => Child | Promise<Child>;
  /** The placeholder of the search. Undefined if the page searches orders. */
  readonly search: string | undefined;
}

/** Maximum length of a link for a QR code, because cameras cannot read larger codes. */
const LONGEST_QR = 1000;

const qrAddress = (kind: "pay" | "token", id: string): string =>
  `/sandbox/qr/${kind}/${encodeURIComponent(id)}`;

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

/** Isolated, because a right-to-left name would change places with the amount after it. */
export const OrderLink = ({ order, gateway }: { order: Order; gateway: Gateway }) => (
  <bdi>
    <a href={pageLinks.order(order.id)}>{nameOfOrder(order, gateway)}</a>
  </bdi>
);

/** A time in UTC. The script converts it to the zone of the browser. `isExact` adds milliseconds. */
export const Time = ({ at, isExact = false }: { at: string; isExact?: boolean }) => (
  <time datetime={at} data-exact={isExact ? "" : undefined}>
    {at.slice(0, isExact ? 23 : 19).replace("T", " ")}
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
  <>{amount === undefined || currency === undefined ? "" : formatAmount(amount, currency)}</>
);

/** A button that needs JavaScript and is hidden without it. */
export const Copy = ({ what, text, as }: { what: string; text: string; as?: "JSON" | "cURL" }) => {
  const copied = as ? `${as} of ${what}` : what;
  return (
    <button type="button" class="copy" data-copy={text} data-what={copied} aria-label={`Copy ${copied}`}>
      Copy {as}
    </button>
  );
};

/** Number of characters from which an id may scroll, for which it needs the focus. */
const LONG_ID = 64;

export const Id = ({ what, children }: { what: string; children: string }) => (
  <span class="id">
    <code tabindex={children.length > LONG_ID ? 0 : undefined}>{children}</code>{" "}
    <Copy what={what} text={children} />
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

export const PageSection = ({ id, title, children }: PropsWithChildren<{ id: string; title: string }>) => (
  <section id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
);

/** A fact with its name. Shows nothing without a value. */
export const Fact = ({ name, children }: PropsWithChildren<{ name: string }>) =>
  children && (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );

interface ActionFormProps {
  readonly action: ActionName;
  readonly subject?: readonly [field: string, id: string];
  readonly class?: string;
}

/**
 * A form for an action, which the script posts as JSON to the control API. A field with the name `json` contains several
 * parameters. Without the script, the form leads to a page that says so.
 */
export const ActionForm = ({
  action,
  subject,
  class: name,
  children,
}: PropsWithChildren<ActionFormProps>) => (
  <form method="post" action="/sandbox/script" data-action={action} class={name}>
    {subject && <input type="hidden" name={subject[0]} value={subject[1]} />}
    {children}
  </form>
);

interface SubmitProps {
  readonly id: string;
  /** The label for screen readers, with the object of the action. */
  readonly label: string;
  readonly name?: string;
  readonly value?: string;
  /** `danger` is for a button that moves money or that you cannot undo. */
  readonly class?: "primary" | "danger" | undefined;
  readonly children: string;
}

export const Submit = ({ label, ...button }: SubmitProps) => (
  <button type="submit" aria-label={label} {...button} />
);

interface ControlProps {
  readonly label: string;
  readonly id: string;
  readonly name: string;
  /** The name for screen readers if the label is not sufficient. */
  readonly title?: string;
}

interface FieldProps extends ControlProps, Omit<JSX.IntrinsicElements["input"], keyof ControlProps> {
  readonly isWide?: boolean;
}

/** A field in a cell of its own, in which the script shows a refusal below the field. */
export const Field = ({ label, isWide, title, ...input }: FieldProps) => (
  <div class={isWide ? "wide" : undefined}>
    <label for={input.id}>
      {label}
      <input {...input} aria-label={title} />
    </label>
  </div>
);

export const Choice = ({ label, title, children, ...select }: PropsWithChildren<ControlProps>) => (
  <label for={select.id}>
    {label}
    <select {...select} aria-label={title}>
      {children}
    </select>
  </label>
);
