const at = (change: (time: Date) => void): string => {
  const time = new Date();
  change(time);
  return time.toISOString();
};

/** The same moment in the zone of Kiribati, where the date is the next one most of the time. */
const inZone = (): string => at((time) => time.setHours(time.getHours() + 14)).replace("Z", "+14:00");

/** Times of a payment that may lead a shop to another day or month. */
export const TIMES: Readonly<Record<string, { readonly text: string; readonly time: () => string }>> = {
  "hour old": { text: "an hour ago", time: () => at((time) => time.setHours(time.getHours() - 1)) },
  midnight: { text: "at midnight", time: () => at((time) => time.setUTCHours(0, 0, 0, 0)) },
  "before midnight": {
    text: "a millisecond before midnight",
    time: () => at((time) => time.setUTCHours(0, 0, 0, -1)),
  },
  "month end": {
    text: "at the end of the last month",
    time: () =>
      at((time) => {
        time.setUTCDate(1);
        time.setUTCHours(0, 0, 0, -1);
      }),
  },
  "other zone": { text: "now, in another time zone", time: inZone },
};

const FIELDS = ["created_at", "updated_at", "paid_at"];

/** A body whose times are changed. */
export const withTime = (body: string, time: string): string =>
  JSON.stringify(JSON.parse(body, (name, value) => (FIELDS.includes(name) && value !== null ? time : value)));
