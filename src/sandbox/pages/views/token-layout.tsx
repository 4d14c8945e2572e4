import type { CheckoutSession } from "../checkout-session.ts";
import { Layout, type LayoutProps } from "./layout.tsx";

type Props = Pick<LayoutProps, "title" | "width" | "widgetMessage" | "isFramed" | "children"> & {
  readonly session: CheckoutSession;
};

/** The layout of a token's pages, in its colours and language. */
export const TokenLayout = ({ session, widgetMessage, ...props }: Props) => (
  <Layout
    {...props}
    messages={session.messages}
    shop={session.shop}
    isTest={session.checkout.fields["test"] === true}
    token={session.checkout.token}
    isWidget={session.isWidget}
    widgetMessage={session.isWidget ? widgetMessage : undefined}
  />
);
