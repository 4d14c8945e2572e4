import type { Child, PropsWithChildren } from "hono/jsx";
import type { Tone } from "../orders/outcome-of.ts";
import { Time } from "./parts.tsx";

/** What happened, in order. */
export const Story = ({ children }: PropsWithChildren) => <ol class="timeline">{children}</ol>;

interface StoryEventProps {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly title: Child;
  readonly tone?: Tone;
  readonly text?: Child;
}

export const StoryEvent = ({
  id,
  at,
  title,
  tone = "quiet",
  text,
  children,
}: PropsWithChildren<StoryEventProps>) => (
  <li id={id} class={`event ${tone}`}>
    <div class="event-head">
      {title} <Time at={at} />
    </div>
    {text !== undefined && <p class="event-text">{text}</p>}
    {children}
  </li>
);
