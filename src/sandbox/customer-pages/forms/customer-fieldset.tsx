import type { CustomerField } from "../../../api/checkout/customer-fields.ts";
import type { ShownCustomerField } from "../entries/customer-entry.ts";
import { LONGEST } from "../entries/form.ts";
import { Field, type FormTexts } from "./fields.tsx";

/** ISO 3166-1 alpha-2. */
const CODES =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

/** Countries sorted by their names in a language. A country code that was sent and is not in the list is added. */
const countriesIn = (language: string, sent: string): { value: string; text: string }[] => {
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "code" });
  const isCode = /^[A-Z]{2}$/.test(sent);
  return [...new Set([...CODES.split(" "), ...(isCode ? [sent] : [])])]
    .map((value) => ({ value, text: names.of(value) ?? value }))
    .sort((a, b) => a.text.localeCompare(b.text, language));
};

const TYPES: Readonly<Partial<Record<CustomerField, string>>> = { email: "email", birth_date: "date" };

interface OneProps extends FormTexts {
  readonly field: ShownCustomerField;
}

const OneField = ({ field: { name, value: sent, isReadOnly }, form, messages }: OneProps) => {
  const countries = name === "country" ? countriesIn(messages.language, sent) : undefined;
  const field = { name, label: messages.customer[name], form };
  if (isReadOnly) {
    const country = countries?.find(({ value }) => value === sent);
    return <Field {...field} value={country?.text ?? sent} isFixed />;
  }
  return (
    <Field
      {...field}
      value={form.entries?.[name] ?? sent}
      optional={name === "state" && messages.optional}
      options={countries && [{ value: "", text: messages.choose }, ...countries]}
      input={{ maxlength: LONGEST, type: TYPES[name] }}
    />
  );
};

interface CustomerFieldsetProps extends FormTexts {
  readonly fields: readonly ShownCustomerField[];
}

/** The customer's data: editable, or disabled where the merchant asked for it. */
export const CustomerFieldset = ({ fields, form, messages }: CustomerFieldsetProps) =>
  fields.length === 0 ? null : (
    <fieldset>
      <legend>{messages.customerHeading}</legend>
      <div class="grid">
        {fields.map((field) => (
          <div class={field.isReadOnly ? "not-alternative" : undefined}>
            <OneField field={field} form={form} messages={messages} />
          </div>
        ))}
      </div>
    </fieldset>
  );
