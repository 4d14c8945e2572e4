import type { CheckoutCreateParams, PaymentMethod, ProductCreateParams } from "../../../src/index.ts";
import type { SandboxOptions } from "../../../src/sandbox.ts";
import { endlessProduct } from "../../models/params.ts";
import { recordsOf } from "../../support/saved-state.ts";
import { openSandbox, savedState } from "../open-gateway.ts";

const ORIGIN = "https://sandbox.invalid";
export const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/153.0.0.0 Safari/537.36";

/** A card that is approved, as the form posts it. */
export const CARD = {
  method: "credit_card",
  number: "4200 0000 0000 0000",
  holder: "KIM MULLER",
  expiry: "12/40",
  cvc: "123",
};

/** A card that is declined, and one that asks for a 3-D Secure challenge. */
export const DECLINED = { ...CARD, number: "4005550000000019" };
export const CHALLENGED = { ...CARD, number: "4012000000001097" };

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly location: string | undefined;
  /** The `Refresh` header: seconds and address, such as `3; url=…`. */
  readonly refresh: string | undefined;
}

/** Parameters of a token. Alternative methods have parameters of their own. */
export type TokenParams = Omit<Partial<CheckoutCreateParams>, "order" | "payment_method"> & {
  order?: Partial<CheckoutCreateParams["order"]>;
  payment_method?: PaymentMethod & Record<string, unknown>;
};

const COFFEE = { name: "Coffee beans", description: "Whole beans", currency: "USD", amount: 3245 };

/** A sandbox whose pages are opened without a socket; redirects are not followed. */
export function openPages(options: SandboxOptions = {}) {
  const { sandbox, payments } = openSandbox({ deliver: async () => new Response(), ...options });
  const send = async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const headers = new Headers({ "user-agent": CHROME });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const response = await sandbox.fetch(new Request(new URL(path, ORIGIN), { ...init, headers }));
    return {
      status: response.status,
      text: await response.text(),
      headers: response.headers,
      location: response.headers.get("location") ?? undefined,
      refresh: response.headers.get("refresh") ?? undefined,
    };
  };
  const order = { amount: 12900, currency: "EUR", description: "Annual pass" };
  return {
    sandbox,
    payments,
    get: send,
    post: (path: string, fields: Record<string, string> = {}, headers = {}) =>
      send(path, { method: "POST", body: new URLSearchParams(fields), headers }),
    /** A new token. */
    checkout: async (more: TokenParams = {}): Promise<string> => {
      const given = { transaction_type: "payment" as const, ...more };
      return (await payments.checkouts.create({ ...given, order: { ...order, ...more.order } })).token;
    },
    product: (more: Partial<ProductCreateParams> = {}) =>
      payments.products.create({ ...endlessProduct, ...COFFEE, ...more }),
    /** The token of a card that a customer saved. */
    savedCard: async (number?: string): Promise<string> => {
      const { token } = await payments.checkouts.create({ transaction_type: "payment", order });
      const { credit_card: card } = await sandbox.pay(token, { card: number, saveCard: true });
      return card?.token ?? "";
    },
    status: async (token: string) => (await payments.checkouts.get(token)).status,
    /** The records of the sandbox. */
    state: async () => {
      const { orders, ...records } = recordsOf(await savedState(sandbox));
      return { checkouts: orders.map(({ id: token }) => ({ token })), ...records };
    },
  };
}

/** The payment page of a new token. */
export async function shownPage(more: TokenParams = {}): Promise<string> {
  const { checkout, get } = openPages();
  return (await get(page(await checkout(more)))).text;
}

export const page = (token: string, name = "checkout"): string => `/v2/${name}?token=${token}`;

/** The tag of the element with this id. */
export const tagOf = (text: string, id: string): string =>
  new RegExp(`<(?:input|select|output)[^>]* id="${id}"[^>]*>`).exec(text)?.[0] ?? "";

/** The problem that is shown at a field; empty without one. */
export const problemAt = (text: string, id: string): string | undefined =>
  new RegExp(`id="${id}-problem"[^>]*>([^<]*)<`).exec(text)?.[1];
