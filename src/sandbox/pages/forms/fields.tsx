import type { Child } from "hono/jsx";
import type { FormState } from "../entries/form.ts";
import { checkedBy, type Rule } from "../entries/rules.ts";
import type { Messages } from "../i18n/messages.ts";

/** The attributes of a field for screen readers. */
export const described = (name: string, { problems }: FormState, hint?: string) => ({
  "aria-invalid": problems.has(name) ? ("true" as const) : undefined,
  "aria-describedby": `${hint ? `${name}-hint ` : ""}${name}-problem`,
});

/** The problem of a field. Empty at first: fields.js fills it when the customer leaves the field. */
export const Problem = ({ name, form }: { readonly name: string; readonly form: FormState }) => (
  <p class="problem" id={`${name}-problem`} dir="auto" aria-live="polite">
    {form.problems.get(name)}
  </p>
);

interface NotesProps {
  readonly name: string;
  readonly form: FormState;
  readonly hint: string | undefined;
}

/** The line below a control: its hint, or its problem instead of the hint. */
const Notes = ({ name, form, hint }: NotesProps) => (
  <div class="notes">
    {hint && (
      <p class="hint" id={`${name}-hint`} dir="auto">
        {hint}
      </p>
    )}
    <Problem name={name} form={form} />
  </div>
);

interface FieldProps {
  readonly name: string;
  readonly label: Child;
  readonly form: FormState;
  readonly messages: Messages;
  readonly hint?: string | undefined;
  readonly isOptional?: boolean | undefined;
  /** Beside the label. */
  readonly extra?: Child;
  /** The control itself. */
  readonly children?: Child;
}

/** A control with its label, hint and problem. */
export const Field = ({ name, label, form, messages, hint, isOptional, extra, children }: FieldProps) => (
  <div class={`field field-${name}`}>
    {extra}
    <label for={name}>
      {label}
      {isOptional && <span class="optional"> ({messages.optional})</span>}
    </label>
    {children}
    <Notes name={name} form={form} hint={hint} />
  </div>
);

interface ToggleProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly form: FormState;
  readonly hint?: string | undefined;
  readonly rules?: readonly Rule[] | undefined;
  readonly children?: Child;
}

/** A checkbox with the text beside it. */
export const Toggle = ({ name, isOn, form, hint, rules, children }: ToggleProps) => (
  <div class="toggle">
    <input
      type="checkbox"
      id={name}
      name={name}
      checked={isOn}
      {...checkedBy(rules)}
      {...described(name, form, hint)}
    />
    <div>
      <label for={name} dir="auto">
        {children}
      </label>
      <Notes name={name} form={form} hint={hint} />
    </div>
  </div>
);

interface SummaryProps {
  readonly form: FormState;
  readonly messages: Messages;
}

/** A value that the customer cannot change. */
export const FixedValue = ({ name, children }: { readonly name: string; readonly children?: Child }) => (
  <output id={name} class="fixed" dir="auto">
    {children}
  </output>
);

/** All problems of a form, each with a link to its field. */
export const ProblemSummary = ({ form: { problems }, messages }: SummaryProps) =>
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
