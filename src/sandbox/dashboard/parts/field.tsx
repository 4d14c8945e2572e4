import type { JSX, PropsWithChildren } from "hono/jsx";

interface ControlProps {
  readonly label: string;
  readonly id: string;
  readonly name: string;
  /** What screen readers say where the label alone does not say of what it is. */
  readonly title?: string;
}

interface FieldProps extends ControlProps, Omit<JSX.IntrinsicElements["input"], keyof ControlProps> {
  readonly isWide?: boolean;
}

/** A field to type in. */
export const Field = ({ label, isWide, title, ...input }: FieldProps) => (
  <label for={input.id} class={isWide ? "wide" : undefined}>
    {label}
    <input {...input} aria-label={title} />
  </label>
);

/** A field with options to choose from. */
export const Choice = ({ label, title, id, name, children }: PropsWithChildren<ControlProps>) => (
  <label for={id}>
    {label}
    <select id={id} name={name} aria-label={title}>
      {children}
    </select>
  </label>
);
