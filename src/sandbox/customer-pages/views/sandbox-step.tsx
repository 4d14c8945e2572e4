import type { Child } from "hono/jsx";

interface Props {
  /** The address that it is posted to. */
  readonly action: string;
  readonly target?: "_parent" | undefined;
  readonly text: string;
  readonly name: "action" | "answer" | "outcome";
  readonly choices: readonly (readonly [value: string, text: string, look?: "primary" | "plain"])[];
  readonly children?: Child;
}

export const stepText = (what: string): string => `In this sandbox, you choose the result of ${what}.`;

/**
 * A form in which the customer chooses the result, since the sandbox has no bank, wallet or cash desk. It is in English, as
 * the dashboard is: only developers see it.
 */
export const SandboxStep = ({ action, target, text, name, choices, children }: Props) => (
  <form method="post" action={action} target={target} class="sandbox-step" lang="en">
    <p>{text}</p>
    {children}
    {choices.map(([value, choice, look]) => (
      <button type="submit" name={name} value={value} class={look}>
        {choice}
      </button>
    ))}
  </form>
);
