import type {
  BillCreateParams,
  CheckoutCreateParams,
  ProductCreateParams,
  SavedCardPaymentParams,
} from "../../src/index.ts";

/** Customer fields that the payment page can show. */
export const CUSTOMER_FIELDS = [
  "email",
  "first_name",
  "last_name",
  "address",
  "city",
  "state",
  "zip",
  "phone",
  "country",
  "birth_date",
  "taxpayer_id",
] as const;

/** Every field of a product. */
export const completeProduct = {
  name: "Annual pass – Müller & Söhne 🎟",
  description: "Entry for one person, twelve months",
  currency: "EUR",
  amount: 12900n,
  quantity: 40,
  infinite: false,
  visible_fields: [...CUSTOMER_FIELDS],
  test: true,
  immortal: false,
  expired_at: new Date("2027-01-01T00:00:00.999Z"),
  return_url: "https://shop.example/thanks?from=link",
  shop_id: 4821,
  language: "de",
  transaction_type: "authorization",
} satisfies ProductCreateParams;

/** `completeProduct` as the reference documents it on the wire, in the same order. */
export const completeProductSent = {
  ...completeProduct,
  amount: "12900",
  quantity: "40",
  expired_at: "2027-01-01T00:00:00+00:00",
};

/** A custom field on the confirmation page. */
const shown = { visible: true, required: false, read_only: false };

/** Every field of every section of a payment token request. */
export const completeCheckout = {
  transaction_type: "payment",
  attempts: 3,
  dynamic_billing_descriptor: "MUSEUM PASS",
  test: true,
  iframe: true,
  settings: {
    auto_pay: true,
    style: { widget: { buttonsColor: "#0a7d5a", backgroundType: 8 } },
    save_card_toggle: { display: true, customer_contract: false, text: "Save", hint: "Pay faster" },
    another_card_toggle: { display: false },
    return_url: "https://shop.example/return",
    success_url: "https://shop.example/success?order=1007",
    decline_url: "https://shop.example/decline",
    fail_url: "http://shop.example/fail#top",
    cancel_url: "https://shop.example/cancel",
    notification_url: "https://shop.example:8443/notify",
    verification_url: "https://shop.example/verify",
    auto_return: 3,
    button_next_text: "Zurück",
    language: "de",
    customer_fields: { read_only: ["email", "birth_date"], visible: ["first_name", "zip"] },
    credit_card_fields: { holder: "KIM MULLER", read_only: ["holder"] },
    agreed: false,
    agreement_toggle: { value: true, url: "https://shop.example/terms", text: "I accept [the terms]" },
  },
  order: {
    amount: 12900n,
    currency: "EUR",
    description: "Annual pass – Müller 🎟",
    tracking_id: "order-1007",
    expired_at: "2027-01-01T00:00:00.250-0330",
    custom_fields: {
      custom_field_1: { label: "Member", value: "M-88", placeholder: "M-00", ...shown, required: true },
      custom_field_2: { label: "Desk", value: "3", placeholder: "0", ...shown, read_only: true },
      custom_field_3: { label: "Gift", value: "no", placeholder: "yes", ...shown },
    },
    additional_data: {
      receipt_text: ["Annual pass", "Thank you"],
      contract: ["recurring", "oneclick", "credit", "card_on_file"],
      card_on_file: { initiator: "merchant", type: "resubmission" },
      avs_cvc_verification: { avs_verification: { result_code: "1" } },
      dest_phone_num: "+4930000000",
      dest_wallet_num: "W-1",
      recipient: {
        account_number: "DE00000000000000000000",
        account_number_type: "iban",
        expected_bank_code: "05",
      },
      cart: {
        positions: [
          {
            name: "Pass",
            type: "ticket",
            amount: "10000",
            quantity: "1",
            description: "Twelve months",
            nomenclature_code: "N-1",
          },
          {
            name: "Guide",
            type: "book",
            amount: 2900,
            quantity: 2,
            description: "Printed",
            nomenclature_code: "N-2",
          },
        ],
      },
    },
  },
  customer: {
    email: "kim@example.com",
    first_name: "Kim",
    last_name: "Müller",
    address: "1 Main Street",
    city: "Springfield",
    state: "CA",
    zip: "90001",
    country: "US",
    phone: "+10000000000",
    birth_date: "1988-02-29",
    external_id: "c-88",
    taxpayer_id: "T-5",
  },
  payment_method: {
    types: ["credit_card", "erip"],
    excluded_types: ["wallet"],
    excluded_brands: ["apple_pay", "google_pay", "samsung_pay"],
    credit_card: { token: "tok_4b9a1" },
    erip: { order_id: 1007, account_number: "M-88", service_no: "99999999", service_info: ["Annual pass"] },
  },
  travel: {
    airline: {
      agency_code: "A1",
      agency_name: "Agency",
      ticket_number: "390 5241 025377",
      booking_number: 77,
      restricted_ticked_indicator: false,
      legs: [
        {
          airline_code: "B2",
          stop_over_code: "O",
          flight_number: 776,
          departure_date_time: "2026-05-26T05:15:00",
          arrival_date_time: "2026-05-26T07:30:00",
          originating_country: "DE",
          originating_city: "Berlin",
          originating_airport_code: "BER",
          destination_country: "FR",
          destination_city: "Paris",
          destination_airport_code: "CDG",
          coupon: 1,
          class: "A",
        },
      ],
      passengers: [
        { first_name: "Kim", last_name: "Müller" },
        { first_name: "Sam", last_name: null },
      ],
    },
  },
} satisfies CheckoutCreateParams;

const { order } = completeCheckout;
const [pass, guide] = order.additional_data.cart.positions;

/** `completeCheckout` as the reference documents it on the wire, in the same order. */
export const completeCheckoutSent = {
  ...completeCheckout,
  settings: { ...completeCheckout.settings, auto_return: "3" },
  order: {
    ...order,
    amount: 12900,
    expired_at: "2027-01-01T00:00:00-03:30",
    additional_data: {
      ...order.additional_data,
      cart: {
        positions: [
          { ...pass, amount: 10000, quantity: 1 },
          { ...guide, amount: 2900, quantity: 2 },
        ],
      },
    },
  },
};

/** Every field of a payment with a saved card. */
export const completeCharge = {
  amount: "990",
  currency: "EUR",
  description: "Reading room – Müller 🎟",
  tracking_id: "member-77-2026-12",
  language: "de",
  test: true,
  duplicate_check: false,
  notification_url: "https://shop.example/notify",
  return_url: "https://shop.example/members/77",
  credit_card: { token: "tok_4b9a1", skip_three_d_secure_verification: true },
  customer: { ip: "203.0.113.7", email: "kim@example.com", birth_date: "1988-02-29", device_id: "d-1" },
  billing_address: {
    first_name: "Kim",
    last_name: "Müller",
    address: "1 Main Street",
    city: "Berlin",
    state: "Berlin",
    zip: "10115",
    country: "DE",
    phone: "+4930000000",
  },
  additional_data: {
    receipt_text: ["Reading room"],
    contract: ["recurring"],
    card_on_file: { initiator: "merchant", type: "delayed_charge" },
    meta: { plan: "reading-room", month: 12 },
  },
} satisfies SavedCardPaymentParams;

/** Every field of a bill. */
export const completeBill = {
  amount: "12900",
  currency: "BYN",
  description: "Annual pass – Müller 🎟",
  email: "kim@example.com",
  ip: "203.0.113.7",
  order_id: 100_700_000_012,
  tracking_id: "order-1007",
  notification_url: "https://shop.example/notify",
  expired_at: new Date("2030-01-01T10:20:30Z"),
  language: "ru",
  test: true,
  permanent: false,
  editable_amount: false,
  customer: {
    first_name: "Kim",
    middle_name: "A.",
    last_name: "Müller",
    country: "BY",
    city: "Minsk",
    zip: "220000",
    address: "1 Main Street",
    phone: "+375172000000",
  },
  payment_method: {
    type: "erip",
    account_number: 1007,
    service_no: 99_999_999,
    service_info: ["Annual pass"],
    receipt: ["Thank you"],
    instruction: ["Internet shops, Reading rooms"],
  },
  additional_data: { receipt_text: ["Annual pass"] },
} satisfies BillCreateParams;
