import type { Context } from "hono";
import type { Child, JSX } from "hono/jsx";
import type { SessionProps } from "../checkout-session.ts";
import { messages } from "../messages.ts";

export type Entries = Readonly<Record<string, string>>;

/** Problems by field, in the customer's language. */
export type Problems = ReadonlyMap<string, string>;

/** The displayed state of a form. After a post, with its entries and problems. */
export interface FormState {
  readonly entries: Entries | undefined;
  readonly problems: Problems;
}

export const toProblems = (
  found: readonly (readonly [field: string, problem: string | undefined])[],
): Problems => new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined));

export const EMPTY_FORM: FormState = { entries: undefined, problems: new Map() };

/** Maximum length of a field in characters. */
export const LONGEST = 255;

export const readEntries = async (context: Context): Promise<Entries> => {
  const body = await context.req.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value.trim()] as const] : [],
    ),
  );
};

export const isChecked = ({ entries }: FormState, name: string, byDefault: boolean): boolean =>
  entries ? Object.hasOwn(entries, name) : byDefault;

export interface FormTexts {
  readonly form: FormState;
}

export interface FormProps extends SessionProps, FormTexts {}

interface ControlProps extends FormTexts {
  readonly name: string;
  readonly hint?: string | undefined;
}

/** Returns the attributes with which screen readers find the problem or the hint of a control. */
const described = ({ name, form: { problems }, hint }: ControlProps) => {
  if (problems.has(name)) return { "aria-invalid": "true" as const, "aria-describedby": `${name}-problem` };
  return { "aria-describedby": hint === undefined ? undefined : `${name}-hint` };
};

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

interface FieldProps extends ControlProps {
  readonly label: string;
  readonly value?: string | undefined;
  readonly optional?: string | false | undefined;
  readonly isFixed?: boolean;
  /** The options of a select. Without options, the field is a text input. */
  readonly options?: readonly { readonly value: string; readonly text: string }[] | undefined;
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

export const ProblemSummary = ({ form: { problems } }: FormTexts) =>
  problems.size === 0 ? null : (
    <div role="alert" tabindex={-1} autofocus class="declined">
      <h2>{messages.problemsHeading}</h2>
      <ul>
        {[...problems].map(([name, text]) => (
          <li>
            <a href={`#${name}`}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  );
