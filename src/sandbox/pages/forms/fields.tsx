import type { Child, JSX } from "hono/jsx";
import type { SessionProps } from "../checkout-session.ts";
import type { FormState } from "../entries/form.ts";
import type { Rule } from "../entries/rules.ts";
import type { Messages } from "../i18n.ts";

/** What the parts of a form are made from. */
export interface FormTexts {
  readonly form: FormState;
  readonly messages: Messages;
}

/** What the parts of a payment form are made from. */
export interface FormProps extends SessionProps {
  readonly form: FormState;
}

interface ControlProps {
  readonly name: string;
  readonly form: FormState;
  readonly hint?: string | undefined;
  readonly rules?: readonly Rule[] | undefined;
}

/** The attributes of a control: for fields.js, its rules, and for screen readers, its problem and hint. */
export const checks = ({ name, form: { problems }, hint, rules = [] }: ControlProps) => ({
  "data-rules":
    rules.length > 0
      ? JSON.stringify(
          rules.map(({ pattern, text, numbers, isCheckDigit }) => [
            pattern.source,
            text,
            numbers?.source,
            isCheckDigit,
          ]),
        )
      : undefined,
  "aria-invalid": problems.has(name) ? ("true" as const) : undefined,
  "aria-describedby": `${hint ? `${name}-hint ` : ""}${name}-problem`,
});

/** The problem of a field. Empty at first: fields.js fills it when the customer leaves the field. */
export const Problem = ({ name, form }: ControlProps) => (
  <p class="problem" id={`${name}-problem`} dir="auto" aria-live="polite">
    {form.problems.get(name)}
  </p>
);

/** The line below a control: its hint, or its problem instead of the hint. */
const Notes = ({ name, form, hint }: ControlProps) => (
  <div class="notes">
    {hint && (
      <p class="hint" id={`${name}-hint`} dir="auto">
        {hint}
      </p>
    )}
    <Problem name={name} form={form} />
  </div>
);

interface FieldProps extends ControlProps {
  readonly label: Child;
  /** What marks it as optional. */
  readonly optional?: string | false | undefined;
  /** Beside the label. */
  readonly extra?: Child;
  readonly children?: Child;
}

/** A control with its label, hint and problem. */
export const Field = ({ label, optional, extra, children, ...control }: FieldProps) => (
  <div class={`field field-${control.name}`}>
    {extra}
    <label for={control.name}>
      {label}
      {optional && <span class="optional"> ({optional})</span>}
    </label>
    {children}
    <Notes {...control} />
  </div>
);

interface TextFieldProps extends FieldProps {
  readonly input: JSX.IntrinsicElements["input"];
}

/** A field for text, with what stands in the same place as its input. */
export const TextField = ({ input, children, ...field }: TextFieldProps) => (
  <Field {...field}>
    <div class="input">
      <input
        id={field.name}
        name={field.name}
        dir="auto"
        {...input}
        required={input.required ?? true}
        {...checks(field)}
      />
      {children}
    </div>
  </Field>
);

export const FixedField = ({ value, ...field }: FieldProps & { readonly value: string }) => (
  <Field {...field}>
    <output id={field.name} class="fixed" dir="auto">
      {value}
    </output>
  </Field>
);

interface ToggleProps extends ControlProps {
  readonly isOn: boolean;
  readonly children?: Child;
}

export const Toggle = ({ isOn, children, ...control }: ToggleProps) => (
  <div class="toggle">
    <input type="checkbox" id={control.name} name={control.name} checked={isOn} {...checks(control)} />
    <div>
      <label for={control.name} dir="auto">
        {children}
      </label>
      <Notes {...control} />
    </div>
  </div>
);

/** All problems of a form, each with a link to its field. */
export const ProblemSummary = ({ form: { problems }, messages }: FormTexts) =>
  problems.size === 0 ? null : (
    <div class="summary" role="alert" tabindex={-1} autofocus>
      <h2>{messages.problemsHeading}</h2>
      <ul>
        {[...problems].map(([name, text]) => (
          <li>
            <a href={`#${name}`} dir="auto">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
