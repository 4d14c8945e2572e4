/** The forms of a time. `conformance` has a time in every field. */
import { expect, test } from "vitest";
import { aCheckout, bodySentBy, createCheckout, errorsAt, having, refusalOf } from "./params.ts";

const TIME = "must be a Date, or a real time written YYYY-MM-DDThh:mm:ss+hh:mm";

test.each<[string, unknown, string]>([
  ["a Date", new Date("2027-01-01T10:20:30.999Z"), "2027-01-01T10:20:30+00:00"],
  ["the form of the reference", "2027-01-01T10:20:30+03:00", "2027-01-01T10:20:30+03:00"],
  ["a negative offset", "2027-01-01T10:20:30-03:30", "2027-01-01T10:20:30-03:30"],
  ["Z", "2027-01-01T10:20:30Z", "2027-01-01T10:20:30+00:00"],
  ["fractions of a second", "2027-01-01T10:20:30.999999Z", "2027-01-01T10:20:30+00:00"],
  ["fractions after a comma", "2027-01-01T10:20:30,5Z", "2027-01-01T10:20:30+00:00"],
  ["no seconds", "2027-01-01T10:20Z", "2027-01-01T10:20:00+00:00"],
  ["an offset without its colon", "2027-01-01T10:20:30+0300", "2027-01-01T10:20:30+03:00"],
  ["an offset of hours", "2027-01-01T10:20:30+03", "2027-01-01T10:20:30+03:00"],
  ["29 February of a leap year", "2028-02-29T10:20:30Z", "2028-02-29T10:20:30+00:00"],
  ["a time that is past: the gateway's clock decides", "2001-01-01T00:00:00Z", "2001-01-01T00:00:00+00:00"],
])("expired_at as %s is sent as documented", async (_, expiredAt, sent) => {
  const checkout = having(aCheckout, { "order.expired_at": expiredAt });
  expect(await bodySentBy(createCheckout(checkout))).toHaveProperty("checkout.order.expired_at", sent);
});

test.each<[string, unknown]>([
  ["no zone", "2027-01-01T10:20:30"],
  ["a space instead of the T", "2027-01-01 10:20:30Z"],
  ["a named zone", "2027-01-01T10:20:30 UTC"],
  ["no hyphens", "20270101T102030Z"],
  ["trailing text", "2027-01-01T10:20:30Zz"],
  ["a trailing line break", "2027-01-01T10:20:30Z\n"],
  ["two times", "2027-01-01T10:20:30Z/2027-01-02T10:20:30Z"],
  ["30 February", "2027-02-30T10:20:30Z"],
  ["29 February 2027", "2027-02-29T10:20:30Z"],
  ["24:00:00, which is the next day", "2027-01-01T24:00:00Z"],
  ["month 13", "2027-13-01T10:20:30Z"],
  ["month 0", "2027-00-10T10:20:30Z"],
  ["hour 25", "2027-01-01T25:00:00Z"],
  ["minute 60", "2027-01-01T10:60:00Z"],
  ["second 61", "2027-01-01T10:20:61Z"],
  ["an offset that ends in its colon", "2027-01-01T10:20:30+03:"],
  ["an offset of 25 hours", "2027-01-01T10:20:30+25:00"],
  ["an offset of 60 minutes", "2027-01-01T10:20:30+03:60"],
  ["a fraction of a minute", "2027-01-01T10:20.5Z"],
  ["a year of five digits", "+010000-01-01T00:00:00Z"],
  ["full-width digits", "２０２７-01-01T10:20:30Z"],
  ["an invalid Date", new Date("never")],
  ["a Date in the year 10000", new Date(Date.UTC(10_000, 0, 1))],
  ["a Date before the year 0", new Date(-1e14)],
  ["a number", 1_798_761_600_000],
  ["an object", {}],
])("expired_at as %s is refused", async (_, expiredAt) => {
  const { errors } = await refusalOf(createCheckout(having(aCheckout, { "order.expired_at": expiredAt })));
  expect(errors).toStrictEqual(errorsAt("checkout.order.expired_at", TIME));
});
