import type { Child } from "hono/jsx";

interface FactProps {
  readonly name: Child;
  readonly class?: "card" | "whole";
  /** The language of the value, if that is not the page's. */
  readonly lang?: string | undefined;
  readonly children?: Child;
}

/** One of a page's facts with its name; nothing without a value. */
export const Fact = ({ name, class: kind, lang, children }: FactProps) =>
  children === undefined ? null : (
    <>
      <dt class={kind}>{name}</dt>
      <dd class={kind} lang={lang} dir="auto">
        {children}
      </dd>
    </>
  );
