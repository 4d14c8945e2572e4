import { type Amount, amount } from "./amount.ts";
import type { Country, Currency } from "./known-codes.ts";
import type { Model } from "./primitives.ts";
import { country, currency, pageUrl, required } from "./text.ts";
import { type Time, time } from "./time.ts";

/** An amount in minor units, a number, a bigint or digits. 0 or more. */
export const amountSchema: Model<Amount> = amount;

/** A currency, ISO 4217 alpha-3 in capitals, such as `EUR`. */
export const currencySchema: Model<Currency> = required(currency);

/** A country, ISO 3166-1 alpha-2 in capitals, such as `DE`. */
export const countrySchema: Model<Country> = required(country);

/** An absolute URL that the customer's browser opens. The scheme is http, https or an app's. */
export const urlSchema: Model<string> = required(pageUrl);

/** A `Date`, or an ISO 8601 string with a zone. */
export const timeSchema: Model<Time> = required(time);
