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

type ChoiceProps = PropsWithChildren<
  Omit<ControlProps, "label" | "title"> & ({ readonly label: string } | { readonly title: string })
>;

/** A field with options to choose from, with a label, or with a title for screen readers beside a button that names it. */
export const Choice = ({ id, name, children, ...named }: ChoiceProps) =>
  "label" in named ? (
    <label for={id}>
      {named.label}
      <select id={id} name={name}>
        {children}
      </select>
    </label>
  ) : (
    <select id={id} name={name} aria-label={named.title}>
      {children}
    </select>
  );
