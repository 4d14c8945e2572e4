import { resultOfDelivery } from "../../explain/notification-state.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { capitalized } from "../../gateway/input/section.ts";
import { toListing } from "../lists/listing.ts";
import { failedNotifications, listNotifications, type NotificationRow } from "../lists/notification-list.ts";
import type { PageProps } from "../page.ts";
import { ActionForm, Field, Submit } from "../parts/forms.tsx";
import { orderAddress } from "../parts/links.ts";
import { Cell, Filters, NoMatch, Pager, Selects, Table, written } from "../parts/list.tsx";
import { Duration, State, Time } from "../parts/parts.tsx";

const Row = ({ delivery, at, order, sent }: NotificationRow) => {
  const { id, token, type, url, answers, attempts } = delivery;
  const { word, tone } = resultOfDelivery(delivery);
  return (
    <tr id={`notification-${id}`}>
      <Cell of="Order">
        <a id={`open-${id}`} href={`${orderAddress(token)}#delivery-${id}`}>
          {order}
        </a>
        <span class="quiet-line">{url}</span>
      </Cell>
      <Cell of="Status or reason">
        <State tone={tone}>{/^\d/.test(word) ? `Answered ${word}` : capitalized(word)}</State>
      </Cell>
      <Cell of="Sent">
        {sent}
        {attempts > 1 && <span class="quiet-line">posted {attempts} times</span>}
      </Cell>
      <Cell of="Duration">
        <Duration of={answers.at(-1)?.durationMs} />
      </Cell>
      <Cell of="Time">
        <Time at={at} isExact />
      </Cell>
      <Cell of="Action">
        {type !== "verification" && (
          <ActionForm action="redeliver" subject={["delivery", id]}>
            <Submit id={`again-${id}`} label={`Send again: ${sent} of ${order}, ${id}`}>
              Send again
            </Submit>
          </ActionForm>
        )}
      </Cell>
    </tr>
  );
};

const COLUMNS = ["Order", "Status or reason", "Sent", "Duration", "Time", "Action"];

const SendFailed = ({ gateway }: { gateway: Gateway }) => {
  const count = failedNotifications(gateway).length;
  if (count === 0) return null;
  return (
    <ActionForm action="redeliver-failed" class="export">
      <Submit
        id="send-failed"
        label={`Send all failed again (${written(count)}): the notifications without a 200`}
      >
        {`Send all failed again (${written(count)})`}
      </Submit>
    </ActionForm>
  );
};

export const NotificationsPage = ({ gateway, url }: PageProps) => {
  const { all, found, shown, filters, chosen, select, from, until } = listNotifications(gateway, url);
  const listing = toListing(shown, url);
  return (
    <>
      {all.length > 0 && (
        <>
          <Filters url={url} filters={[["All", null, found.length], ...filters]} chosen={chosen ?? "All"}>
            <SendFailed gateway={gateway} />
          </Filters>
          <Selects url={url} selects={[select]}>
            <Field label="From" type="date" name="from" id="from" value={from} />
            <Field label="Until" type="date" name="until" id="until" value={until} />
            <input type="hidden" name="zone" value="0" data-zone />
          </Selects>
        </>
      )}
      <section id="notifications" aria-label="Notifications">
        {all.length === 0 && (
          <p class="hint">
            No notification yet. The shop is notified when an order with a notification_url is paid.
          </p>
        )}
        {all.length > 0 && listing.found === 0 && <NoMatch what="notification" url={url} />}
        {listing.found > 0 && (
          <Table caption="Notifications, the last posted first" columns={COLUMNS} class="compact">
            {listing.rows.map(Row)}
          </Table>
        )}
        <Pager {...listing} />
      </section>
    </>
  );
};
