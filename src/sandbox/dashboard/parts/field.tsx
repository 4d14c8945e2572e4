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

type ChoiceProps = PropsWithChildren<Omit<ControlProps, "label"> & Partial<Pick<ControlProps, "label">>>;

/** A field with options to choose from: with a label, or with a title where the button beside it names it. */
export const Choice = ({ label, title, children, ...select }: ChoiceProps) => (
  <label for={select.id}>
    {label}
    <select {...select} aria-label={title}>
      {children}
    </select>
  </label>
);
