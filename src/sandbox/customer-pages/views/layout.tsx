import type { Child } from "hono/jsx";
import { toHttpUrl } from "../../../shared/parse-url.ts";
import { type GatewaySettings, pageLinks } from "../../gateway/gateway.ts";
import type { CheckoutSession, SessionProps } from "../checkout-session.ts";
import { LANGUAGE_NAMES, type Messages } from "../languages/messages.ts";

export type ShopShown = Pick<GatewaySettings, "shopName" | "shopUrl">;

const ShopName = ({ shop: { shopName, shopUrl } }: { readonly shop: ShopShown }) => {
  const href = toHttpUrl(shopUrl)?.href;
  return href === undefined ? <strong>{shopName}</strong> : <a href={href}>{shopName}</a>;
};

export interface LayoutProps {
  readonly title: string;
  readonly messages: Messages;
  readonly shop: ShopShown;
  readonly isTest?: boolean | undefined;
  /** The message for the widget, which `widget-message.ts` describes. */
  readonly widgetMessage?: string | undefined;
  /** Whether the page is in a frame of another page of the sandbox, which has the header. */
  readonly isFramed?: boolean | undefined;
  /** Whether the page is in the widget, to which it passes Escape. */
  readonly isWidget?: boolean | undefined;
  /** Returns the address of the page in another language. Undefined if the page has one language. */
  readonly addressIn?: ((language: string) => string) | undefined;
  readonly dashboard?: Child;
  readonly children?: Child;
}

/** Links to the page in other languages. Works without a script. */
const LanguageSwitch = ({
  messages,
  addressIn,
}: Pick<LayoutProps, "messages"> & { readonly addressIn: (language: string) => string }) => (
  <nav aria-label={messages.languageHeading}>
    <ul>
      {LANGUAGE_NAMES.map(({ language, name }) => (
        <li>
          <a
            href={addressIn(language)}
            lang={language}
            hreflang={language}
            aria-current={language === messages.language ? "true" : undefined}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

export const Layout = (props: LayoutProps) => {
  const { title, messages, shop, isTest, widgetMessage, isFramed, isWidget } = props;
  const { addressIn, dashboard } = props;
  return (
    <html lang={messages.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${shop.shopName}`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/v2/assets/page.css" />
        <script src="/v2/assets/page.js" defer />
      </head>
      <body class={isWidget ? "widget" : undefined} data-widget-message={widgetMessage}>
        {!isFramed && (
          <header>
            <ShopName shop={shop} />
            {isTest && <mark lang="en">Test payment</mark>}
            <small class="badge" lang="en">
              Local gateway: no money moves
            </small>
          </header>
        )}
        <main>{props.children}</main>
        {!isFramed && addressIn && (
          <footer>
            {dashboard && (
              <p class="developer" lang="en">
                <small>Local gateway</small>
                {dashboard}
              </p>
            )}
            <LanguageSwitch messages={messages} addressIn={addressIn} />
          </footer>
        )}
      </body>
    </html>
  );
};

export const DashboardLink = ({ session: { checkout, hasDashboard, isWidget } }: SessionProps) =>
  hasDashboard ? (
    <a href={pageLinks.order(checkout.id)} target={isWidget ? "_blank" : undefined}>
      Open this order on the dashboard
    </a>
  ) : null;

type TokenLayoutProps = Pick<LayoutProps, "title" | "widgetMessage" | "isFramed" | "addressIn" | "children"> &
  SessionProps & {
    /** Whether the page can be opened again in another language. */
    readonly hasLanguages?: boolean;
    /** Whether a part for developers is on the page, which contains the link to the dashboard. */
    readonly hasStep?: boolean;
  };

const addressInLanguage = ({ checkout, isWidget }: CheckoutSession, language: string): string =>
  `?${new URLSearchParams({ token: checkout.id, ...(isWidget && { widget: "1" }), language })}`;

export const TokenLayout = ({
  session,
  widgetMessage,
  hasLanguages = true,
  hasStep = false,
  addressIn = (language) => addressInLanguage(session, language),
  ...props
}: TokenLayoutProps) => (
  <Layout
    {...props}
    messages={session.messages}
    shop={session.gateway.settings}
    isTest={session.checkout.fields["test"] === true}
    isWidget={session.isWidget}
    widgetMessage={session.isWidget ? widgetMessage : undefined}
    addressIn={hasLanguages ? addressIn : undefined}
    dashboard={session.hasDashboard && !hasStep && <DashboardLink session={session} />}
  />
);
