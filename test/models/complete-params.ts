/** Requests with every field of the reference, made from its tables. */
import { newBill, newCharge } from "../client/calls.ts";
import { aCheckout, aProduct, having } from "./params.ts";
import { text } from "./tables/kinds.ts";
import { SECTIONS } from "./tables/sections.ts";
import type { Statement } from "./tables/statement.ts";

/** The form of a value: 0 as a merchant writes it, 1 as it is sent. */
type Form = 0 | 1;

/** Texts and addresses contain the name of their field, so that none can stand for another. */
const valueIn = (name: string, { field, kind }: Statement, form: Form): unknown => {
  if (kind.section !== undefined) {
    const inner = valuesOf(kind.section, form);
    return "$ref" in kind.wire ? inner : [inner];
  }
  if (kind === text) return `${name}.${field} – Müller 🎟`;
  if ("format" in kind.wire && kind.wire.format === "uri") return `https://shop.example/${field}`;
  // The first list is empty.
  return kind.takes.find(([value]) => !Array.isArray(value) || value.length > 0)?.[form];
};

/** Every field of a section, and of the sections in it. */
export const valuesOf = (name: string, form: Form = 0): Record<string, unknown> => {
  const fields = SECTIONS.find((section) => section.name === name)?.fields ?? [];
  return Object.fromEntries(fields.map((statement) => [statement.field, valueIn(name, statement, form)]));
};

export const completeProduct = having(aProduct, valuesOf("ProductCreateParams"));
export const completeProductSent = having(aProduct, valuesOf("ProductCreateParams", 1));

export const completeCheckout = having(aCheckout, valuesOf("CheckoutCreateParams"));
export const completeCheckoutSent = having(aCheckout, valuesOf("CheckoutCreateParams", 1));

export const completeCharge = having(newCharge, valuesOf("SavedCardPaymentParams"));
export const completeChargeSent = having(newCharge, valuesOf("SavedCardPaymentParams", 1));

export const completeBill = having(newBill, valuesOf("BillCreateParams"));
export const completeBillSent = having(newBill, valuesOf("BillCreateParams", 1));
