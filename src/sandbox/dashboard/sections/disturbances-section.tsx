import { DISTURBANCES, type Disturbance } from "../../gateway/records/delivery.ts";
import type { Shop } from "../../gateway/shop.ts";
import { State } from "./parts.tsx";

/** A disturbance in words. */
export const nameOf = (disturbance: Disturbance): string => disturbance.replace("_", " ");

const times = (count: number | undefined): string => (count === 1 ? "once" : `${count} times`);

/** Plans what happens to the next notifications, lists it, and cancels it. */
export const DisturbancesSection = ({ disturbances }: Pick<Shop, "disturbances">) => (
  <section id="disturbances" aria-labelledby="disturbances-title" tabindex={-1}>
    <h2 id="disturbances-title">Disturb the next notifications</h2>
    <form method="post" action="/sandbox/disturb" class="fields">
      <label>
        Notification
        <select name="notification" id="disturb-notification">
          {DISTURBANCES.map((disturbance) => (
            <option value={disturbance}>{nameOf(disturbance)}</option>
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
          {disturbances.items.map(({ notification, times: count }) => (
            <li>
              <State tone="bad">{nameOf(notification)}</State> {times(count)}
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
