import type { Child } from "hono/jsx";
import type { SessionProps } from "../checkout-session.ts";
import { orderOf } from "./order.ts";

interface FactProps {
  readonly name: Child;
  /** The language of the value, if that is not the page's. */
  readonly lang?: string | undefined;
  readonly children?: Child;
}

/** One of a page's facts with its name; nothing without a value. */
export const Fact = ({ name, lang, children }: FactProps) =>
  children === undefined ? null : (
    <>
      <dt>{name}</dt>
      <dd lang={lang}>{children}</dd>
    </>
  );

/** The order and its amount, as the first facts of a page. */
export const OrderFacts = ({ session }: SessionProps) => {
  const { messages } = session;
  const { title, amount } = orderOf(session);
  return (
    <>
      <Fact name={messages.order}>{title}</Fact>
      <Fact name={messages.total}>{amount}</Fact>
    </>
  );
};
