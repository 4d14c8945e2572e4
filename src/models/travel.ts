import { anything, list, type Model, type Optional, optional, type Shape, section } from "./primitives.ts";

/** A leg of a journey. The reference does not show the types of its fields. Source: API reference, "travel". */
export interface Leg {
  airline_code?: unknown;
  stop_over_code?: unknown;
  flight_number?: unknown;
  departure_date_time?: unknown;
  arrival_date_time?: unknown;
  originating_country?: unknown;
  originating_city?: unknown;
  originating_airport_code?: unknown;
  destination_country?: unknown;
  destination_city?: unknown;
  destination_airport_code?: unknown;
  coupon?: unknown;
  class?: unknown;
}

/** A passenger. The reference does not show the types of its fields. Source: API reference, "travel". */
export interface Passenger {
  first_name?: unknown;
  last_name?: unknown;
}

/** A flight. The reference does not show the types of its plain fields. Source: API reference, "travel". */
export interface Airline {
  agency_code?: unknown;
  agency_name?: unknown;
  ticket_number?: unknown;
  booking_number?: unknown;
  /** Spelled so on the wire. */
  restricted_ticked_indicator?: unknown;
  legs?: Optional<Leg[]>;
  passengers?: Optional<Passenger[]>;
}

/** Travel data. Source: API reference, "travel". */
export interface Travel {
  airline?: Optional<Airline>;
}

const legSchema: Model<Leg> = section({
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
} satisfies Shape<Leg>);

const passengerSchema: Model<Passenger> = section({
  first_name: anything,
  last_name: anything,
} satisfies Shape<Passenger>);

export const airlineSchema: Model<Airline> = section({
  agency_code: anything,
  agency_name: anything,
  ticket_number: anything,
  booking_number: anything,
  restricted_ticked_indicator: anything,
  legs: optional(list(legSchema)),
  passengers: optional(list(passengerSchema)),
} satisfies Shape<Airline>);

export const travelSchema: Model<Travel> = section({
  airline: optional(airlineSchema),
} satisfies Shape<Travel>);
