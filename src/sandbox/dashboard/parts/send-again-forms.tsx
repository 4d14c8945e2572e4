import { summaryOfDelivery } from "../../explain/notification-state.ts";
import { changesOf, type SentChange, WAY_NAMES, WAYS } from "../../explain/sent-changes.ts";
import type { Delivery } from "../../gateway/orders/delivery.ts";
import { ActionForm, Choice, Submit } from "./forms.tsx";
import { Cell, Table } from "./list.tsx";
import { indented, SHOWN } from "./parts.tsx";

const nameOf = (delivery: Delivery): string => `${summaryOfDelivery(delivery)}, ${delivery.id}`;

/** Posts a notification again, unchanged or with a wrong value. */
const SendAgainForm = ({ delivery }: { delivery: Delivery }) => {
  const { id } = delivery;
  const what = nameOf(delivery);
  const ways = WAY_NAMES.filter((way) => way !== "wrong_amount" || delivery.type === "transaction");
  return (
    <ActionForm action="notify-again" subject={["notification", id]}>
      <Choice label="How" name="as" id={`redeliver-as-${id}`} title={`How to send again: ${what}`}>
        <option value="">as it was</option>
        {ways.map((way) => (
          <option value={way}>{WAYS[way]}</option>
        ))}
      </Choice>
      <Submit id={`redeliver-${id}`} label={`Send again: ${what}`}>
        Send
      </Submit>
    </ActionForm>
  );
};

/** Posts a notification again with another body and a new signature. The field is as high as the body. */
const EditedForm = ({ delivery }: { delivery: Delivery }) => {
  const { id } = delivery;
  const body = indented(delivery.body);
  if (body.length > SHOWN) return null;
  const what = nameOf(delivery);
  return (
    <details id={`edit-${id}`}>
      <summary id={`edit-summary-${id}`}>Edit the body and send it</summary>
      <ActionForm action="notify-again" subject={["notification", id]}>
        <textarea
          name="body"
          id={`edit-body-${id}`}
          rows={body.split("\n").length + 1}
          spellcheck={false}
          aria-label={`Body of ${what}`}
        >
          {body}
        </textarea>
        <Submit id={`edit-send-${id}`} label={`Sign and send the edited body: ${what}`}>
          Sign and send the edited body
        </Submit>
      </ActionForm>
    </details>
  );
};

/** All forms to post a notification again. */
export const SendAgainForms = ({ delivery, isOpen }: { delivery: Delivery; isOpen: boolean }) => (
  <details id={`again-${delivery.id}`} open={isOpen}>
    <summary id={`again-summary-${delivery.id}`}>Send again…</summary>
    <SendAgainForm delivery={delivery} />
    <EditedForm delivery={delivery} />
  </details>
);

/** The changed fields with their values before and after. */
export const SentChanges = ({ original, copy }: { original: Delivery | undefined; copy: Delivery }) => {
  const changes: readonly SentChange[] = original ? changesOf(original, copy) : [];
  if (changes.length === 0) return <p class="hint">The body is the same as before.</p>;
  return (
    <Table caption="What was changed" columns={["Field", "Before", "Now"]}>
      {changes.map(({ field, before, now }) => (
        <tr>
          <Cell of="Field">
            <code>{field}</code>
          </Cell>
          <Cell of="Before">{before}</Cell>
          <Cell of="Now">{now}</Cell>
        </tr>
      ))}
    </Table>
  );
};
