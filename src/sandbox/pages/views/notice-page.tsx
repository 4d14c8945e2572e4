import type { Child } from "hono/jsx";
import type { Messages } from "../i18n/messages.ts";
import { Layout, type ShopShown } from "./layout.tsx";

interface Props {
  readonly messages: Messages;
  readonly shop: ShopShown;
  readonly title: string;
  readonly text: string;
  readonly isWidget?: boolean | undefined;
  /** For the widget, see `widget-message.ts`. */
  readonly widgetMessage?: string | undefined;
  readonly children?: Child;
}

/** The page that explains why there is nothing to pay. */
export const NoticePage = ({ messages, shop, title, text, isWidget, widgetMessage, children }: Props) => (
  <Layout title={title} messages={messages} shop={shop} isWidget={isWidget} widgetMessage={widgetMessage}>
    <section class="panel result">
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </section>
  </Layout>
);
