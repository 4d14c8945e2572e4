import type { Child } from "hono/jsx";
import { toHttpUrl } from "../../../shared/parse-url.ts";
import { type GatewaySettings, pageLinks } from "../../gateway/gateway.ts";
import type { SessionProps } from "../checkout-session.ts";

export type ShopShown = Pick<GatewaySettings, "shopName" | "shopUrl">;

const ShopName = ({ shop: { shopName, shopUrl } }: { readonly shop: ShopShown }) => {
  const href = toHttpUrl(shopUrl)?.href;
  return href === undefined ? <strong>{shopName}</strong> : <a href={href}>{shopName}</a>;
};

export interface LayoutProps {
  readonly title: string;
  readonly shop: ShopShown;
  readonly isTest?: boolean | undefined;
  /** The message for the widget, which `widget-message.ts` describes. */
  readonly widgetMessage?: string | undefined;
  /** Whether the page is in a frame of another page of the sandbox, which has the header. */
  readonly isFramed?: boolean | undefined;
  /** Whether the page is in the widget, to which it passes Escape. */
  readonly isWidget?: boolean | undefined;
  readonly dashboard?: Child;
  readonly children?: Child;
}

export const Layout = (props: LayoutProps) => {
  const { title, shop, isTest, widgetMessage, isFramed, isWidget, dashboard } = props;
  return (
    <html lang="en">
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
            {isTest && <mark>Test payment</mark>}
            <small class="badge">Local gateway: no money moves</small>
          </header>
        )}
        <main>{props.children}</main>
        {!isFramed && dashboard && (
          <footer>
            <p class="developer">
              <small>Local gateway</small>
              {dashboard}
            </p>
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

type TokenLayoutProps = Pick<LayoutProps, "title" | "widgetMessage" | "isFramed" | "children"> &
  SessionProps & {
    /** Whether a part for developers is on the page, which contains the link to the dashboard. */
    readonly hasStep?: boolean;
    /** What developers may miss on the page. */
    readonly note?: string | undefined;
  };

export const TokenLayout = ({
  session,
  widgetMessage,
  hasStep = false,
  note,
  ...props
}: TokenLayoutProps) => (
  <Layout
    {...props}
    shop={session.gateway.settings}
    isTest={session.checkout.fields["test"] === true}
    isWidget={session.isWidget}
    widgetMessage={session.isWidget ? widgetMessage : undefined}
    dashboard={
      session.hasDashboard &&
      !hasStep && (
        <>
          <DashboardLink session={session} />
          {note !== undefined && <small>{note}</small>}
        </>
      )
    }
  />
);
