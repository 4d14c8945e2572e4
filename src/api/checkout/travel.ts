import {
  anything,
  type Infer,
  type Named,
  type Optional,
  optional,
  readonlyList,
  type Section,
  section,
  unchecked,
} from "../fields/primitives.ts";

const legFields = () => ({
  /** Code of the airline. */
  airline_code: anything,
  /** Code of the stopover. */
  stop_over_code: anything,
  /** Flight number. */
  flight_number: anything,
  /** Date and time of departure. */
  departure_date_time: anything,
  /** Date and time of arrival. */
  arrival_date_time: anything,
  /** Country of departure. */
  originating_country: anything,
  /** City of departure. */
  originating_city: anything,
  /** Code of the airport of departure. */
  originating_airport_code: anything,
  /** Country of arrival. */
  destination_country: anything,
  /** City of arrival. */
  destination_city: anything,
  /** Code of the airport of arrival. */
  destination_airport_code: anything,
  /** Coupon of the ticket. */
  coupon: anything,
  /** Class of travel. */
  class: anything,
});

/** A leg of a journey. The reference does not show the types of its fields. Source: API reference, "travel". */
export interface Leg extends Infer<typeof legFields>, Named {}

/** Sent unchecked, because the reference does not show the type. */
const name = unchecked<Optional<string>>();

const passengerFields = () => ({
  /** First name. */
  first_name: name,
  /** Last name. */
  last_name: name,
});

/** A passenger. The reference does not show the types of its fields. Source: API reference, "travel". */
export interface Passenger extends Infer<typeof passengerFields>, Named {}

const airlineFields = () => ({
  /** Code of the travel agency. */
  agency_code: anything,
  /** Name of the travel agency. */
  agency_name: anything,
  /** Ticket number. */
  ticket_number: anything,
  /** Booking number. */
  booking_number: anything,
  /** Restricted ticket indicator. The spelling is the gateway's. */
  restricted_ticked_indicator: anything,
  /** The legs of the journey. */
  legs: optional(readonlyList(legSchema)),
  /** The passengers. */
  passengers: optional(readonlyList(passengerSchema)),
});

/** A flight. The reference does not show the types of its plain fields. Source: API reference, "travel". */
export interface Airline extends Infer<typeof airlineFields>, Named {}

const travelFields = () => ({
  /** A flight. */
  airline: optional(airlineSchema),
});

/** Travel data. Source: API reference, "travel". */
export interface Travel extends Infer<typeof travelFields>, Named {}

/** The zod model of {@link Leg}. */
export const legSchema: Section<Leg> = section(legFields);

/** The zod model of {@link Passenger}. */
export const passengerSchema: Section<Passenger> = section(passengerFields);

/** The zod model of {@link Airline}. */
export const airlineSchema: Section<Airline> = section(airlineFields);

/** The zod model of {@link Travel}. */
export const travelSchema: Section<Travel> = section(travelFields);
