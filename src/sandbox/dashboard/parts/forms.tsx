import type { JSX, PropsWithChildren } from "hono/jsx";
import type { ActionName } from "../../actions/actions.ts";

interface ActionFormProps {
  readonly action: ActionName;
  /** The object of the action, in a hidden field. */
  readonly subject?: readonly [field: string, id: string];
  readonly class?: string;
}

/** A form for an action, which the script posts as JSON. A field with the name `json` contains several parameters. */
export const ActionForm = ({
  action,
  subject,
  class: name,
  children,
}: PropsWithChildren<ActionFormProps>) => (
  <form method="post" action={`/sandbox/api/${action}`} class={name}>
    {subject && <input type="hidden" name={subject[0]} value={subject[1]} />}
    {children}
  </form>
);

interface SubmitProps {
  readonly id: string;
  /** The label for screen readers, with the object of the action. */
  readonly label: string;
  readonly name?: string;
  readonly value?: string;
  /** `danger` is for a button that moves money or that you cannot undo. */
  readonly class?: "primary" | "danger" | undefined;
  readonly children: string;
}

export const Submit = ({ label, ...button }: SubmitProps) => (
  <button type="submit" aria-label={label} {...button} />
);

interface ControlProps {
  readonly label: string;
  readonly id: string;
  readonly name: string;
  /** The name for screen readers if the label is not sufficient. */
  readonly title?: string;
}

interface FieldProps extends ControlProps, Omit<JSX.IntrinsicElements["input"], keyof ControlProps> {
  readonly isWide?: boolean;
}

/** A field in a cell of its own, in which the script shows a refusal below the field. */
export const Field = ({ label, isWide, title, ...input }: FieldProps) => (
  <div class={isWide ? "wide" : undefined}>
    <label for={input.id}>
      {label}
      <input {...input} aria-label={title} />
    </label>
  </div>
);

export const Choice = ({ label, title, children, ...select }: PropsWithChildren<ControlProps>) => (
  <label for={select.id}>
    {label}
    <select {...select} aria-label={title}>
      {children}
    </select>
  </label>
);
