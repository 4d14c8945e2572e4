import type { PropsWithChildren } from "hono/jsx";

interface ActionFormProps {
  /** The path of the action below `/sandbox/`. */
  readonly action: string;
  /** What it is done to: a hidden field. */
  readonly subject?: readonly [field: string, id: string];
}

export const ActionForm = ({ action, subject, children }: PropsWithChildren<ActionFormProps>) => (
  <form method="post" action={`/sandbox/${action}`}>
    {subject && <input type="hidden" name={subject[0]} value={subject[1]} />}
    {children}
  </form>
);

interface SubmitProps {
  readonly id: string;
  /** For screen readers: with what it is done to. */
  readonly label: string;
  readonly name?: string;
  readonly value?: string;
  readonly children: string;
}

export const Submit = ({ id, label, name, value, children }: SubmitProps) => (
  <button type="submit" id={id} aria-label={label} name={name} value={value}>
    {children}
  </button>
);
