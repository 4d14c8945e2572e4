import type { Child, JSX } from "hono/jsx";
import type { SessionProps } from "../checkout-session.ts";
import type { Messages } from "../languages/messages.ts";
import type { FormState } from "./form.ts";

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
}

/** What screen readers say of a control: its problem, or its hint. */
const described = ({ name, form: { problems }, hint }: ControlProps) => {
  if (problems.has(name)) return { "aria-invalid": "true" as const, "aria-describedby": `${name}-problem` };
  return { "aria-describedby": hint === undefined ? undefined : `${name}-hint` };
};

/** The line below a control: its problem, or its hint. */
export const Note = ({ name, form, hint }: ControlProps) => {
  const problem = form.problems.get(name);
  if (problem !== undefined)
    return (
      <small class="problem" id={`${name}-problem`}>
        {problem}
      </small>
    );
  return hint === undefined ? null : <small id={`${name}-hint`}>{hint}</small>;
};

interface Option {
  readonly value: string;
  readonly text: string;
}

interface FieldProps extends ControlProps {
  readonly label: string;
  readonly value?: string | undefined;
  /** What marks it as optional. */
  readonly optional?: string | false | undefined;
  /** Whether it is only shown. */
  readonly isFixed?: boolean;
  /** The values to choose from; without them it is typed. */
  readonly options?: readonly Option[] | undefined;
  /** The attributes of what is typed in. */
  readonly input?: JSX.IntrinsicElements["input"];
}

const Control = ({ name, value, optional, isFixed, options, input, ...control }: FieldProps) => {
  const given = { id: name, name, required: !optional, ...described({ name, ...control }) };
  if (isFixed)
    return (
      <p>
        <output id={name}>{value}</output>
      </p>
    );
  if (!options) return <input {...given} value={value} {...input} />;
  return (
    <select {...given}>
      {options.map((option) => (
        <option value={option.value} selected={option.value === value}>
          {option.text}
        </option>
      ))}
    </select>
  );
};

/** A control with its label, and its hint or problem. */
export const Field = (field: FieldProps) => (
  <div>
    <label for={field.name}>
      {field.label}
      {field.optional && <small> ({field.optional})</small>}
    </label>
    <Control {...field} />
    <Note {...field} />
  </div>
);

interface CheckboxProps extends ControlProps {
  readonly isOn: boolean;
  readonly children?: Child;
}

export const Checkbox = ({ isOn, children, ...control }: CheckboxProps) => (
  <div>
    <label for={control.name}>
      <input type="checkbox" id={control.name} name={control.name} checked={isOn} {...described(control)} />
      <span>{children}</span>
    </label>
    <Note {...control} />
  </div>
);

/** All problems of a form, each with a link to its field. */
export const ProblemSummary = ({ form: { problems }, messages }: FormTexts) =>
  problems.size === 0 ? null : (
    <article>
      <div role="alert" tabindex={-1} autofocus>
        <h2>{messages.problemsHeading}</h2>
        <ul>
          {[...problems].map(([name, text]) => (
            <li>
              <a href={`#${name}`}>{text}</a>
            </li>
          ))}
        </ul>
      </div>
    </article>
  );
