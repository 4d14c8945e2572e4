import type { Child } from "hono/jsx";
import { nameOfDisturbance } from "../../explain/notification-state.ts";
import { nextText } from "../../explain/sentence.ts";
import { declineText } from "../../gateway/cards/test-cards.ts";
import { capitalized } from "../../gateway/input/section.ts";
import { DISTURBANCES } from "../../gateway/orders/order.ts";
import { DECLINES, type FailNextOptions, type Plan, type Times } from "../../gateway/plans/plans.ts";
import { ActionForm, Choice, Field, type PageProps, PageSection, State, Submit } from "../parts/parts.tsx";

const STATUSES = [401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504];

const retryAfterText = ({ headers = {} }: Readonly<FailNextOptions>): string => {
  const wait = Object.entries(headers).find(([name]) => name.toLowerCase() === "retry-after")?.[1];
  return wait === undefined ? "" : `, Retry-After: ${wait}`;
};

interface PlanProps<T extends Times> {
  readonly id: "declines" | "failures" | "disturbances";
  readonly action: "plan-payments" | "plan-calls" | "plan-notifications";
  readonly title: string;
  /** The label of the button for screen readers. Default: the title. */
  readonly label?: string;
  readonly what: string;
  readonly kinds: Child;
  readonly entries: Plan<T>["entries"];
  /** Returns what happens, such as `declined, insufficient funds (51)`. */
  readonly nameOf: (item: T) => string;
  readonly hint: string;
  readonly children?: Child;
}

const PlanSection = <T extends Times>(props: PlanProps<T>) => {
  const { id, action, title, label = title, what, entries, nameOf, hint } = props;
  return (
    <PageSection id={id} title={title}>
      <p class="hint">{hint}</p>
      <ActionForm action={action} class="fields">
        {props.kinds}
        <Field
          label={capitalized(`${what}s`)}
          type="number"
          name="times"
          id={`${id}-times`}
          value="1"
          min="1"
          required
        />
        {props.children}
        <Submit id={`${id}-plan`} label={`Plan: ${label}`}>
          Plan
        </Submit>
      </ActionForm>
      {entries.length > 0 && (
        <ul class="planned">
          {entries.map(([plan, item]) => (
            <li id={`${id}-plan-${plan}`}>
              <ActionForm action="cancel-plan" subject={["id", String(plan)]}>
                <span>
                  The {nextText(item.times ?? 1, what)}: <State tone="wait">{nameOf(item)}</State>
                </span>
                <Submit id={`${id}-cancel-${plan}`} label={`Cancel the plan: ${nameOf(item)}`}>
                  Cancel
                </Submit>
              </ActionForm>
            </li>
          ))}
        </ul>
      )}
    </PageSection>
  );
};

export const FailuresPage = ({ gateway: { failures, disturbances, declines } }: PageProps) => (
  <>
    <PlanSection
      id="declines"
      action="plan-payments"
      title="Make the next payment fail"
      label="Decline the next payment"
      hint="The bank declines the payment with any card or wallet."
      what="payment"
      kinds={
        <Choice label="Reason" name="reason" id="decline-reason">
          {DECLINES.map((decline) => (
            <option value={decline?.bankCode ?? ""}>{declineText(decline)}</option>
          ))}
        </Choice>
      }
      entries={declines.entries}
      nameOf={({ decline }) => `declined, ${declineText(decline)}`}
    />
    <PlanSection
      id="failures"
      action="plan-calls"
      title="Fail the next API calls"
      hint="The local gateway answers them with an error, and does nothing."
      what="call"
      kinds={
        <Choice label="Status" name="status" id="fail-status">
          {STATUSES.map((status) => (
            <option selected={status === 503}>{status}</option>
          ))}
        </Choice>
      }
      entries={failures.entries}
      nameOf={(failure) => `answered ${failure.status}${retryAfterText(failure)}`}
    >
      <Field
        label="Retry-After, in seconds"
        type="number"
        name="retryAfter"
        id="fail-retry-after"
        min="0"
        placeholder="none"
      />
    </PlanSection>
    <PlanSection
      id="disturbances"
      action="plan-notifications"
      title="Disturb the next new notifications"
      hint="To send a notification again that was posted before, open its order."
      what="notification"
      kinds={
        <Choice label="Notification" name="notification" id="disturb-notification">
          {DISTURBANCES.map((disturbance) => (
            <option value={disturbance}>{nameOfDisturbance(disturbance)}</option>
          ))}
        </Choice>
      }
      entries={disturbances.entries}
      nameOf={({ notification }) => nameOfDisturbance(notification)}
    >
      <Field
        label="Delay, in milliseconds"
        type="number"
        name="delayMs"
        id="disturb-delay"
        min="0"
        placeholder="1000"
      />
    </PlanSection>
  </>
);
