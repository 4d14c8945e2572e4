import type { Child } from "hono/jsx";
import { Layout } from "./layout.tsx";
import type { Visit } from "../checkout-session.ts";

interface Props {
  readonly visit: Visit;
  readonly title: string;
  readonly width?: "narrow" | "wide" | undefined;
  readonly widgetMessage?: string | undefined;
  readonly isFramed?: boolean | undefined;
  readonly children?: Child;
}

/** A page of a token: in its colours and language. */
export const TokenLayout = ({ visit, title, width, widgetMessage, isFramed, children }: Props) => (
  <Layout
    title={title}
    words={visit.words}
    shopId={visit.shop.shopId}
    isTest={visit.checkout.fields["test"] === true}
    token={visit.checkout.token}
    width={width}
    isFramed={isFramed}
    widgetMessage={visit.isWidget ? widgetMessage : undefined}
  >
    {children}
  </Layout>
);
