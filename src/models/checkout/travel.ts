import {
  anything,
  type Optional,
  optional,
  readonlyList,
  type Section,
  type Shape,
  section,
} from "../fields/primitives.ts";

/** A leg of a journey. The reference does not show the types of its fields. Source: API reference, "travel". */
export interface Leg {
  /** Code of the airline. */
  airline_code?: unknown;
  /** Code of the stopover. */
  stop_over_code?: unknown;
  /** Flight number. */
  flight_number?: unknown;
  /** Date and time of departure. */
  departure_date_time?: unknown;
  /** Date and time of arrival. */
  arrival_date_time?: unknown;
  /** Country of departure. */
  originating_country?: unknown;
  /** City of departure. */
  originating_city?: unknown;
  /** Code of the airport of departure. */
  originating_airport_code?: unknown;
  /** Country of arrival. */
  destination_country?: unknown;
  /** City of arrival. */
  destination_city?: unknown;
  /** Code of the airport of arrival. */
  destination_airport_code?: unknown;
  /** Coupon of the ticket. */
  coupon?: unknown;
  /** Class of travel. */
  class?: unknown;
}

/** A passenger. The reference does not show the types of its fields. Source: API reference, "travel". */
export interface Passenger {
  /** First name. */
  first_name?: unknown;
  /** Last name. */
  last_name?: unknown;
}

/** A flight. The reference does not show the types of its plain fields. Source: API reference, "travel". */
export interface Airline {
  /** Code of the travel agency. */
  agency_code?: unknown;
  /** Name of the travel agency. */
  agency_name?: unknown;
  /** Ticket number. */
  ticket_number?: unknown;
  /** Booking number. */
  booking_number?: unknown;
  /** Restricted ticket indicator. The misspelling is the gateway's. */
  restricted_ticked_indicator?: unknown;
  /** The legs of the journey. */
  legs?: Optional<readonly Leg[]>;
  /** The passengers. */
  passengers?: Optional<readonly Passenger[]>;
}

/** Travel data. Source: API reference, "travel". */
export interface Travel {
  /** A flight. */
  airline?: Optional<Airline>;
}

/** The zod model of {@link Leg}. */
export const legSchema: Section<Leg> = section(
  (): Shape<Leg> => ({
    airline_code: anything,
    stop_over_code: anything,
    flight_number: anything,
    departure_date_time: anything,
    arrival_date_time: anything,
    originating_country: anything,
    originating_city: anything,
    originating_airport_code: anything,
    destination_country: anything,
    destination_city: anything,
    destination_airport_code: anything,
    coupon: anything,
    class: anything,
  }),
);

/** The zod model of {@link Passenger}. */
export const passengerSchema: Section<Passenger> = section(
  (): Shape<Passenger> => ({
    first_name: anything,
    last_name: anything,
  }),
);

/** The zod model of {@link Airline}. */
export const airlineSchema: Section<Airline> = section(
  (): Shape<Airline> => ({
    agency_code: anything,
    agency_name: anything,
    ticket_number: anything,
    booking_number: anything,
    restricted_ticked_indicator: anything,
    legs: optional(readonlyList(legSchema)),
    passengers: optional(readonlyList(passengerSchema)),
  }),
);

/** The zod model of {@link Travel}. */
export const travelSchema: Section<Travel> = section(
  (): Shape<Travel> => ({
    airline: optional(airlineSchema),
  }),
);
