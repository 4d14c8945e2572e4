import type { FailNextOptions } from "../../gateway/failures.ts";
import type { Shop } from "../../gateway/shop.ts";
import { State } from "./parts.tsx";

const STATUSES = [401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504];

const retryAfterOf = ({ headers = {} }: Readonly<FailNextOptions>): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === "retry-after")?.[1];

const Planned = (failure: Readonly<FailNextOptions>) => {
  const { status, times = 1 } = failure;
  const wait = retryAfterOf(failure);
  return (
    <li>
      <State tone="bad">{String(status)}</State> {times === 1 ? "once" : `${times} times`}
      {wait !== undefined && `, Retry-After: ${wait}`}
    </li>
  );
};

/** Plans failures of the next API calls, lists the planned ones, and cancels them. */
export const FailuresSection = ({ failures }: Pick<Shop, "failures">) => (
  <section id="failures" aria-labelledby="failures-title" tabindex={-1}>
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
        <ul class="planned">{failures.items.map(Planned)}</ul>
        <button type="submit" id="fail-cancel" aria-label="Cancel the planned failures">
          Cancel
        </button>
      </form>
    )}
  </section>
);
