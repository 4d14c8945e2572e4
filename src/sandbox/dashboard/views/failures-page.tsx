import type { Child } from "hono/jsx";
import { nameOfDisturbance } from "../../explain/notification-state.ts";
import { nextText } from "../../explain/sentence.ts";
import { declineText } from "../../gateway/cards/test-cards.ts";
import { capitalized } from "../../gateway/input/section.ts";
import { DISTURBANCES } from "../../gateway/orders/order.ts";
import { DECLINES, type FailNextOptions } from "../../gateway/plans/plans.ts";
import { ActionForm, Choice, Field, type PageProps, PageSection, State, Submit } from "../parts/parts.tsx";

const STATUSES = [401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504];

const retryAfterText = ({ headers = {} }: Readonly<FailNextOptions>): string => {
  const wait = Object.entries(headers).find(([name]) => name.toLowerCase() === "retry-after")?.[1];
  return wait === undefined ? "" : `, Retry-After: ${wait}`;
};

interface Planned {
  readonly plan: number;
  /** What happens, such as `declined, insufficient funds (51)`. */
  readonly name: string;
  readonly times: number | undefined;
}

interface PlanProps {
  readonly id: "declines" | "failures" | "disturbances";
  readonly action: "plan-payments" | "plan-calls" | "plan-notifications";
  readonly title: string;
  /** The label of the button for screen readers. Default: the title. */
  readonly label?: string;
  readonly what: string;
  readonly kinds: Child;
  readonly items: readonly Planned[];
  readonly hint?: string;
  readonly children?: Child;
}

const Plan = ({ id, action, title, label = title, what, kinds, items, hint, children }: PlanProps) => (
  <PageSection id={id} title={title}>
    {hint !== undefined && <p class="hint">{hint}</p>}
    <ActionForm action={action} class="fields">
      {kinds}
      <Field
        label={capitalized(`${what}s`)}
        type="number"
        name="times"
        id={`${id}-times`}
        value="1"
        min="1"
        required
      />
      {children}
      <Submit id={`${id}-plan`} label={`Plan: ${label}`}>
        Plan
      </Submit>
    </ActionForm>
    {items.length > 0 && (
      <ul class="planned">
        {items.map(({ plan, name, times = 1 }) => (
          <li id={`${id}-plan-${plan}`}>
            <ActionForm action="cancel-plan" subject={["id", String(plan)]}>
              <span>
                The {nextText(times, what)}: <State tone="wait">{name}</State>
              </span>
              <Submit id={`${id}-cancel-${plan}`} label={`Cancel the plan: ${name}`}>
                Cancel
              </Submit>
            </ActionForm>
          </li>
        ))}
      </ul>
    )}
  </PageSection>
);

export const FailuresPage = ({ gateway: { failures, disturbances, declines } }: PageProps) => (
  <>
    <Plan
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
      items={declines.entries.map(([plan, { decline, times }]) => ({
        plan,
        name: `declined, ${declineText(decline)}`,
        times,
      }))}
    />
    <Plan
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
      items={failures.entries.map(([plan, failure]) => ({
        plan,
        name: `answered ${failure.status}${retryAfterText(failure)}`,
        times: failure.times,
      }))}
    >
      <Field
        label="Retry-After, in seconds"
        type="number"
        name="retryAfter"
        id="fail-retry-after"
        min="0"
        placeholder="none"
      />
    </Plan>
    <Plan
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
      items={disturbances.entries.map(([plan, { notification, times }]) => ({
        plan,
        name: nameOfDisturbance(notification),
        times,
      }))}
    >
      <Field
        label="Delay, in milliseconds"
        type="number"
        name="delayMs"
        id="disturb-delay"
        min="0"
        placeholder="1000"
      />
    </Plan>
  </>
);
