import { shellQuoted } from "../../environment-lines.ts";
import {
  changesOf,
  isRightAnswer,
  postedText,
  type SentChange,
  summaryOfDelivery,
  WAY_NAMES,
  WAYS,
} from "../../explain/notification-state.ts";
import { type LoggedCall, toApiCall } from "../../gateway/journal.ts";
import { type Delivery, type DeliveryAnswer, headersOf } from "../../gateway/orders/order.ts";
import { Cell, Table } from "./list.tsx";
import {
  ActionForm,
  Body,
  Choice,
  Copy,
  Duration,
  Id,
  indented,
  Link,
  SHOWN,
  State,
  Submit,
  Time,
} from "./parts.tsx";

const nameOf = (delivery: Delivery): string => `${summaryOfDelivery(delivery)}, ${delivery.id}`;

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

const SendAgainForms = ({ delivery, isOpen }: { delivery: Delivery; isOpen: boolean }) => (
  <details id={`again-${delivery.id}`} open={isOpen}>
    <summary id={`again-summary-${delivery.id}`}>Send again…</summary>
    <SendAgainForm delivery={delivery} />
    <EditedForm delivery={delivery} />
  </details>
);

const SentChanges = ({ original, copy }: { original: Delivery | undefined; copy: Delivery }) => {
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

/** Converts a call to a curl command, which reads the credentials from environment variables. */
const toCurl = ({ method, path, bodyText }: LoggedCall, origin: string): string =>
  [
    `curl -X ${method} ${shellQuoted(origin + path)}`,
    `-u "$PAYMENTS_SHOP_ID:$PAYMENTS_SECRET_KEY"`,
    "-H 'accept: application/json'",
    ...(bodyText === ""
      ? []
      : ["-H 'content-type: application/json'", `--data-raw ${shellQuoted(bodyText)}`]),
  ].join(" \\\n  ");

const CallProblems = ({ record }: { record: LoggedCall }) => {
  const { problems, undocumented } = toApiCall(record);
  if (problems.length + undocumented.length === 0) return null;
  return (
    <ul class="problems">
      {problems.map(({ path, messages }) => (
        <li>
          {path.length > 0 && <code>{path.join(".")}</code>} {messages.join(", ")}
        </li>
      ))}
      {undocumented.map(({ path, nearest }) => (
        <li>
          <code>{path.join(".")}</code> is not documented
          {nearest !== undefined && (
            <>
              ; did you mean <code>{nearest}</code>?
            </>
          )}
        </li>
      ))}
    </ul>
  );
};

export const CallExchange = ({ record, origin }: { record: LoggedCall; origin: string }) => (
  <>
    <CallProblems record={record} />
    <details id={`call-exchange-${record.id}`}>
      <summary id={`call-summary-${record.id}`}>Request and answer</summary>
      <h3>
        {record.method} {record.path}{" "}
        {record.bodyText.length <= SHOWN && <Copy what="call" as="cURL" text={toCurl(record, origin)} />}
      </h3>
      {record.bodyText !== "" && <Body text={record.bodyText} />}
      <h3>
        Answer {record.status} <Duration of={record.durationMs} />
      </h3>
      <Body text={record.answerText} />
    </details>
  </>
);

type AnswerProps = DeliveryAnswer & { delivery: Delivery; number: number };

const Answer = ({ delivery, number, at, status, body, error, durationMs }: AnswerProps) => (
  <>
    <h3>
      Answer {number}{" "}
      <State tone={isRightAnswer(delivery, status) ? "good" : "bad"}>{String(status ?? "none")}</State>{" "}
      <Time at={at} isExact /> <Duration of={durationMs} />
    </h3>
    {error !== undefined && <p class="hint">{error}</p>}
    {body && <Body text={body} />}
  </>
);

const headerLines = (delivery: Delivery): string =>
  Object.entries(headersOf(delivery.signature, "Basic ••••••••"))
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

interface DeliveryProps {
  readonly delivery: Delivery;
  /** The original delivery, if this delivery was sent again with changes. */
  readonly original: Delivery | undefined;
  /** Whether no later notification of the order exists. */
  readonly isNewest: boolean;
}

export const DeliveryExchange = ({ delivery, original, isNewest }: DeliveryProps) => {
  const { id, type, url, body, answers, nextAttemptAt, copyOf } = delivery;
  return (
    <>
      <p class="hint">
        <Link to={url} />, {postedText(delivery)}
        {nextAttemptAt && (
          <>
            , next attempt <Time at={nextAttemptAt} />
          </>
        )}
      </p>
      {copyOf !== undefined && <SentChanges original={original} copy={delivery} />}
      <details id={`exchange-${id}`}>
        <summary id={`exchange-summary-${id}`}>Request and answers</summary>
        {answers.map((answer, index) => (
          <Answer {...answer} delivery={delivery} number={index + 1} />
        ))}
        <h3>
          Delivery <Id what="delivery id">{id}</Id> <Copy what="notification" as="JSON" text={body} />
        </h3>
        <Body head={`POST ${url}\n${headerLines(delivery)}\n\n`} text={body} />
      </details>
      {type !== "verification" && <SendAgainForms delivery={delivery} isOpen={isNewest} />}
    </>
  );
};
