import type { FailNextOptions } from "../../gateway/failures.ts";
import { DISTURBANCES } from "../../gateway/records/delivery.ts";
import type { Shop } from "../../gateway/shop.ts";
import { nameOfDisturbance } from "../orders/delivery-texts.ts";
import { State } from "../parts/parts.tsx";
import { Layout, type PageProps } from "./layout.tsx";

const STATUSES = [401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504];

const retryAfterOf = ({ headers = {} }: Readonly<FailNextOptions>): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === "retry-after")?.[1];

const timesText = (count: number | undefined): string => (count === 1 ? "once" : `${count} times`);

const PlannedFailure = (failure: Readonly<FailNextOptions>) => {
  const { status, times } = failure;
  const wait = retryAfterOf(failure);
  return (
    <li>
      <State tone="bad">{String(status)}</State> {timesText(times)}
      {wait !== undefined && `, Retry-After: ${wait}`}
    </li>
  );
};

/** Plans failures of the next API calls, lists the planned ones, and cancels them. */
const FailuresSection = ({ failures }: Pick<Shop, "failures">) => (
  <section id="failures" aria-labelledby="failures-title">
    <h2 id="failures-title">Fail the next API calls</h2>
    <form method="post" action="/sandbox/fail" class="fields">
      <label>
        Status
        <select name="status" id="fail-status">
          {STATUSES.map((status) => (
            <option selected={status === 503}>{status}</option>
          ))}
        </select>
      </label>
      <label>
        Calls
        <input type="number" name="times" id="fail-times" value="1" min="1" required />
      </label>
      <label>
        Retry-After, in seconds
        <input type="number" name="retry_after" id="fail-retry-after" min="0" placeholder="none" />
      </label>
      <button type="submit" id="fail" aria-label="Fail the next API calls">
        Fail
      </button>
    </form>
    {failures.items.length > 0 && (
      <form method="post" action="/sandbox/fail/cancel" class="fields">
        <ul class="planned">{failures.items.map(PlannedFailure)}</ul>
        <button type="submit" id="fail-cancel" aria-label="Cancel the planned failures">
          Cancel
        </button>
      </form>
    )}
  </section>
);

/** Plans what happens to the next notifications, lists it, and cancels it. */
const DisturbancesSection = ({ disturbances }: Pick<Shop, "disturbances">) => (
  <section id="disturbances" aria-labelledby="disturbances-title">
    <h2 id="disturbances-title">Disturb the next notifications</h2>
    <form method="post" action="/sandbox/disturb" class="fields">
      <label>
        Notification
        <select name="notification" id="disturb-notification">
          {DISTURBANCES.map((disturbance) => (
            <option value={disturbance}>{nameOfDisturbance(disturbance)}</option>
          ))}
        </select>
      </label>
      <label>
        Notifications
        <input type="number" name="times" id="disturb-times" value="1" min="1" required />
      </label>
      <label>
        Delay, in milliseconds
        <input type="number" name="delay" id="disturb-delay" min="0" placeholder="1000" />
      </label>
      <button type="submit" id="disturb" aria-label="Disturb the next notifications">
        Disturb
      </button>
    </form>
    {disturbances.items.length > 0 && (
      <form method="post" action="/sandbox/disturb/cancel" class="fields">
        <ul class="planned">
          {disturbances.items.map(({ notification, times }) => (
            <li>
              <State tone="bad">{nameOfDisturbance(notification)}</State> {timesText(times)}
            </li>
          ))}
        </ul>
        <button type="submit" id="disturb-cancel" aria-label="Cancel the planned disturbances">
          Cancel
        </button>
      </form>
    )}
  </section>
);

/** What fails on demand: API calls and notifications. */
export const FailuresPage = (props: PageProps) => (
  <Layout {...props} title="Failures" at="/sandbox/failures">
    <h1>Failures</h1>
    <FailuresSection failures={props.shop.failures} />
    <DisturbancesSection disturbances={props.shop.disturbances} />
  </Layout>
);
