/** Params that the reference allows, and their form on the wire. */

import type { CheckoutCreateParams, ProductCreateParams } from "../../src/index.ts";
import { fc } from "./fast-check.ts";
import {
  amountUpTo,
  birthDate,
  currency,
  extras,
  filled,
  flag,
  noText,
  nothing,
  optional,
  optionalText,
  pageUrl,
  text,
  textUpTo,
  time,
  timeSent,
  url,
  urlSent,
  whole,
} from "./valid-values.ts";

const customerField = fc.constantFrom("email", "first_name", "zip", "country", "birth_date", "taxpayer_id");

const isGiven = <T>(value: T | null | "" | undefined): value is T =>
  value !== undefined && value !== null && value !== "";

const stock = fc.oneof(
  fc.record({ infinite: fc.constant(true), quantity: noText }),
  fc.record({ infinite: fc.oneof(fc.constant(false), nothing), quantity: whole }),
);

const term = fc.oneof(
  fc.record({ immortal: fc.constant(true), expired_at: optionalText(time) }),
  fc.record({ immortal: fc.oneof(fc.constant(false), nothing), expired_at: time }),
);

export const validProduct: fc.Arbitrary<ProductCreateParams> = fc
  .tuple(
    extras,
    fc.record(
      {
        name: filled,
        description: filled,
        currency,
        amount: amountUpTo(Number.MAX_SAFE_INTEGER),
        visible_fields: optional(fc.array(customerField)),
        test: optional(flag),
        return_url: optionalText(pageUrl),
        shop_id: optional(fc.maxSafeInteger()),
        language: optionalText(text),
        transaction_type: optionalText(fc.constantFrom("payment", "authorization")),
      },
      { requiredKeys: ["name", "description", "currency", "amount"], noNullPrototype: true },
    ),
    stock,
    term,
  )
  .map(([more, fields, ...rules]) => ({ ...more, ...fields, ...rules[0], ...rules[1] }));

const settings = fc.record(
  {
    auto_pay: optional(flag),
    style: optional(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })),
    save_card_toggle: optional(fc.record({ display: optional(flag), text: optionalText(text) })),
    another_card_toggle: optional(fc.record({ display: optional(flag) })),
    return_url: optionalText(pageUrl),
    notification_url: optionalText(url),
    auto_return: optionalText(whole),
    language: optionalText(text),
    credit_card_fields: optional(fc.record({ read_only: optional(fc.constant<"holder"[]>(["holder"])) })),
    agreement_toggle: optional(
      fc.record({ value: optional(flag), url: optionalText(pageUrl), text: textUpTo(255) }),
    ),
  },
  { requiredKeys: [] },
);

const customField = fc.oneof(
  fc.record({ value: textUpTo(255).filter((value) => value !== ""), label: optionalText(textUpTo(50)) }),
  fc.record({
    visible: fc.constant(true),
    placeholder: optionalText(textUpTo(50)),
    required: optional(flag),
  }),
);

const position = fc.record({
  name: filled,
  amount: amountUpTo(1_000_000),
  quantity: whole,
  description: filled,
  nomenclature_code: optionalText(text),
});

/** An amount, and a cart with the same total. */
const amountWithCart = fc.oneof(
  fc.record({ amount: amountUpTo(Number.MAX_SAFE_INTEGER), positions: fc.constant(undefined) }),
  fc.array(position, { maxLength: 4 }).map((positions) => ({
    amount: positions.reduce((sum, item) => sum + Number(item.amount), 0),
    positions,
  })),
);

const order = fc
  .tuple(
    extras,
    amountWithCart,
    fc.record(
      {
        currency,
        description: filled,
        tracking_id: optionalText(text),
        expired_at: optionalText(time),
        custom_fields: optional(
          fc.record({ custom_field_1: customField, custom_field_3: optional(customField) }),
        ),
      },
      { requiredKeys: ["currency", "description"] },
    ),
    fc.record({
      receipt_text: optional(fc.array(text)),
      contract: optional(fc.array(fc.constantFrom("recurring", "oneclick", "credit", "card_on_file"))),
      card_on_file: optional(
        fc.record({
          initiator: fc.constantFrom("merchant", "customer"),
          type: optionalText(fc.constantFrom("no_show", "increment")),
        }),
      ),
    }),
  )
  .map(([more, { amount, positions }, fields, data]) => ({
    ...more,
    ...fields,
    amount,
    additional_data: positions ? { ...data, cart: { positions } } : data,
  }));

const customer = fc
  .tuple(
    fc.record({ email: filled, first_name: filled, zip: filled, taxpayer_id: filled, birth_date: birthDate }),
    fc.oneof(
      fc.record({ country: fc.constantFrom("DE", "ZZ"), state: fc.oneof(noText, text) }),
      fc.record({ country: fc.constant("US"), state: fc.oneof(noText, fc.constantFrom("CA", "ny")) }),
    ),
  )
  .map(([person, place]) => ({ ...person, ...place }));

/** A customer, and some of its fields. */
const customerAndFields = fc.oneof(
  fc.record({ customer: optional(customer), customer_fields: nothing }),
  fc.record({
    customer,
    customer_fields: fc.record({
      read_only: fc.array(customerField),
      visible: optional(fc.array(customerField)),
    }),
  }),
);

export const validCheckout: fc.Arbitrary<CheckoutCreateParams> = fc
  .tuple(
    extras,
    fc.record(
      {
        transaction_type: fc.constantFrom("authorization", "payment", "payout", "tokenization", "charge"),
        attempts: optional(fc.maxSafeInteger()),
        test: optional(flag),
        iframe: optional(flag),
        payment_method: optional(fc.record({ types: optional(fc.array(text)) })),
        travel: optional(
          fc.record({ airline: optional(fc.record({ ticket_number: fc.jsonValue({ maxDepth: 1 }) })) }),
        ),
      },
      { requiredKeys: ["transaction_type"] },
    ),
    settings,
    order,
    customerAndFields,
  )
  .map(([more, fields, page, paid, { customer: payer, customer_fields }]) => ({
    ...more,
    ...fields,
    order: paid,
    customer: payer,
    settings: { ...page, customer_fields },
  }));

const digits = (value: number | bigint | string): string => String(BigInt(value));

/** The documented form of a product on the wire. */
export const productSent = (params: ProductCreateParams): object => {
  const { quantity, ...others } = params;
  return {
    ...(params.infinite === true ? others : params),
    amount: digits(params.amount),
    ...(isGiven(quantity) && { quantity: digits(quantity) }),
    ...(isGiven(params.expired_at) && { expired_at: timeSent(params.expired_at) }),
    ...(!isGiven(params.language) && { language: "en" }),
    ...(isGiven(params.return_url) && { return_url: urlSent(params.return_url) }),
  };
};

/** The documented form of a payment token request on the wire. */
export const checkoutSent = (params: CheckoutCreateParams): object => {
  const { order: paid, settings: page } = params;
  const data = paid.additional_data;
  const cart = data ? data.cart : undefined;
  const toggle = page?.agreement_toggle;
  const positions = cart ? cart.positions : undefined;
  const written = positions?.map((item) => ({
    ...item,
    amount: Number(item.amount),
    quantity: Number(item.quantity),
  }));
  return {
    ...params,
    settings: page && {
      ...page,
      ...(isGiven(page.auto_return) && { auto_return: digits(page.auto_return) }),
      ...(isGiven(page.return_url) && { return_url: urlSent(page.return_url) }),
      ...(isGiven(page.notification_url) && { notification_url: urlSent(page.notification_url) }),
      ...(toggle && isGiven(toggle.url) && { agreement_toggle: { ...toggle, url: urlSent(toggle.url) } }),
    },
    order: {
      ...paid,
      amount: Number(paid.amount),
      ...(isGiven(paid.expired_at) && { expired_at: timeSent(paid.expired_at) }),
      ...(data && { additional_data: written ? { ...data, cart: { ...cart, positions: written } } : data }),
    },
  };
};
