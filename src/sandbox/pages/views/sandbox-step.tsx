import type { Child } from "hono/jsx";
import { pathTo, type SessionProps } from "../checkout-session.ts";

interface Props extends SessionProps {
  /** The page that it is posted to, such as `result`. */
  readonly to: string;
  readonly target?: "_parent" | undefined;
  readonly text: string;
  readonly name: "answer" | "outcome";
  readonly choices: readonly (readonly [
    value: string,
    text: string,
    look?: "primary" | "secondary" | "plain",
  ])[];
  readonly children?: Child;
}

/** A form in which the customer chooses the result, since the sandbox has no bank, wallet or cash desk. */
export const SandboxStep = ({ session, to, target, text, name, choices, children }: Props) => (
  <form method="post" action={pathTo(session, to)} target={target} class="sandbox-step">
    <p>{text}</p>
    {children}
    {choices.map(([value, choice, look = "secondary"]) => (
      <button
        type="submit"
        name={name}
        value={value}
        class={look}
        data-processing={look === "primary" ? session.messages.processing : undefined}
      >
        {choice}
      </button>
    ))}
  </form>
);
