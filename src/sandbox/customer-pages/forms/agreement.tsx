import { isRecord } from "../../../shared/values.ts";
import { type Fields, textOf } from "../../gateway/input/section.ts";
import { toHttpUrl } from "../../http/to-http-url.ts";
import type { CheckoutSession } from "../checkout-session.ts";
import type { Messages } from "../languages/messages.ts";
import { Checkbox, type FormProps } from "./fields.tsx";
import { type Entries, isChecked, type Problems, toProblems } from "./form.ts";

interface Agreement {
  readonly isOnByDefault: boolean;
  /** Parts of the text. Parts in square brackets are links. */
  readonly parts: readonly { readonly text: string; readonly href: string | undefined }[];
}

/**
 * Returns the agreement that the customer must accept. A sandbox shows it for every `agreement_toggle`. Source: API
 * reference, "settings".
 */
const agreementOf = (settings: Fields, messages: Messages): Agreement | undefined => {
  const { agreement_toggle: toggle, agreed } = settings;
  if (!isRecord(toggle) || agreed === true) return undefined;
  const href = toHttpUrl(toggle["url"])?.href;
  const pieces = (textOf(toggle["text"]) ?? messages.agreement).split(/\[([^[\]]+)\]/);
  return {
    isOnByDefault: toggle["value"] === true,
    parts: pieces
      .map((text, index) => ({ text, href: index % 2 === 1 ? href : undefined }))
      .filter(({ text }) => text !== ""),
  };
};

export const agreementProblem = ({ settings, messages }: CheckoutSession, entries: Entries): Problems => {
  const isMissing = agreementOf(settings, messages) && !Object.hasOwn(entries, "agreement");
  return toProblems([["agreement", isMissing ? messages.problems.agreement : undefined]]);
};

export const AgreementCheckbox = ({ session: { settings, messages }, form }: FormProps) => {
  const agreement = agreementOf(settings, messages);
  if (!agreement) return null;
  return (
    <Checkbox name="agreement" isOn={isChecked(form, "agreement", agreement.isOnByDefault)} form={form}>
      {agreement.parts.map(({ text, href }) =>
        href === undefined ? (
          text
        ) : (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ),
      )}
    </Checkbox>
  );
};
