import { NotFoundError, type PaymentsClient } from "payments-client";

/** How far two clocks may differ, in milliseconds. */
export const CLOCK_TOLERANCE = 600_000;

/**
 * The time, if this clock agrees with the gateway's. A clock that is ahead would charge months that are not due.
 *
 * @throws Error if it does not agree, or the gateway can't be reached.
 */
export async function checkedTime(payments: PaymentsClient, clock: () => Date): Promise<Date> {
  const { headers } = await payments.transactions
    .findByTrackingId("clock")
    .withResponse()
    .catch((error: unknown) => {
      if (error instanceof NotFoundError) return error.response;
      throw error;
    });
  const now = clock();
  const date = headers.get("date") ?? "no date";
  if (!(Math.abs(now.getTime() - Date.parse(date)) <= CLOCK_TOLERANCE)) {
    throw new Error(`Nothing is charged: it is ${now.toUTCString()} here, and ${date} at the gateway`);
  }
  return now;
}
