import { flag, type Optional, optional, type Section, type Shape, section } from "./fields/primitives.ts";
import { pageUrl, textUpTo } from "./fields/text.ts";

/** The user agreement's toggle. Applies only when the agreement is activated for the shop. Source: API reference, "settings". */
export interface AgreementToggle {
  /** Default position of the toggle. Default false: off. */
  value?: Optional<boolean>;
  /** Absolute URL of the agreement's text. */
  url?: Optional<string>;
  /** At most 255 characters, shown next to the toggle. Text in square brackets becomes a hyperlink to `url`. */
  text?: Optional<string>;
}

/** The zod model of {@link AgreementToggle}. */
export const agreementToggleSchema: Section<AgreementToggle> = section({
  value: optional(flag),
  url: optional(pageUrl),
  text: optional(textUpTo(255)),
} satisfies Shape<AgreementToggle>);
