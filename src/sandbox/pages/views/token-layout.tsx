import type { Child } from "hono/jsx";
import type { CheckoutSession } from "../checkout-session.ts";
import { Layout } from "./layout.tsx";

interface Props {
  readonly session: CheckoutSession;
  readonly title: string;
  readonly width?: "narrow" | "wide" | undefined;
  readonly widgetMessage?: string | undefined;
  readonly isFramed?: boolean | undefined;
  readonly children?: Child;
}

/** The layout of a token's pages, in its colours and language. */
export const TokenLayout = ({ session, title, width, widgetMessage, isFramed, children }: Props) => (
  <Layout
    title={title}
    messages={session.messages}
    shop={session.shop}
    isTest={session.checkout.fields["test"] === true}
    token={session.checkout.token}
    width={width}
    isFramed={isFramed}
    isWidget={session.isWidget}
    widgetMessage={session.isWidget ? widgetMessage : undefined}
  >
    {children}
  </Layout>
);
