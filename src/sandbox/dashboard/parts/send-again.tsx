import type { Delivery } from "../../gateway/records/delivery.ts";
import { summaryOfDelivery } from "../orders/delivery-state.ts";
import { changesOf, type SentChange, waysFor } from "../orders/send-again.ts";
import { ActionForm, Choice, Submit } from "./forms.tsx";
import { Cell, Table } from "./list.tsx";
import { SHOWN } from "./parts.tsx";

/** Posts a notification again: as it was, or disturbed. */
export const SendAgainForm = ({ delivery }: { delivery: Delivery }) => {
  const { id } = delivery;
  const what = `${summaryOfDelivery(delivery)}, ${id}`;
  return (
    <ActionForm action="redeliver" subject={["delivery", id]}>
      <Submit id={`redeliver-${id}`} label={`Send again: ${what}`}>
        Send again
      </Submit>
      <Choice name="as" id={`redeliver-as-${id}`} title={`How to send again: ${what}`}>
        <option value="">as it was</option>
        {waysFor(delivery).map(([way, words]) => (
          <option value={way}>{words}</option>
        ))}
      </Choice>
    </ActionForm>
  );
};

/** Posts a notification again with another body, which is signed. */
export const EditedForm = ({ delivery }: { delivery: Delivery }) => {
  const { id, body } = delivery;
  if (body.length > SHOWN) return null;
  const what = `${summaryOfDelivery(delivery)}, ${id}`;
  return (
    <details id={`edit-${id}`}>
      <summary id={`edit-summary-${id}`}>Edit and send again</summary>
      <ActionForm action="redeliver" subject={["delivery", id]}>
        <textarea
          name="body"
          id={`edit-body-${id}`}
          rows={8}
          spellcheck={false}
          aria-label={`Body of ${what}`}
        >
          {body}
        </textarea>
        <Submit id={`edit-send-${id}`} label={`Sign and send the edited body: ${what}`}>
          Sign and send
        </Submit>
      </ActionForm>
    </details>
  );
};

/** What was sent, beside what was sent before. */
export const SentChanges = ({ original, copy }: { original: Delivery | undefined; copy: Delivery }) => {
  const changes: readonly SentChange[] = original ? changesOf(original, copy) : [];
  if (changes.length === 0) return <p class="hint">The body is the same as before.</p>;
  return (
    <Table caption="What was sent, beside what was sent before" columns={["Field", "Before", "Now"]}>
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
