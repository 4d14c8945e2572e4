import { expect, test } from "vitest";
import { PaymentsClient, type ProductUpdateParams, ValidationError } from "../../../src/index.ts";
import { Sandbox } from "../../../src/sandbox.ts";

/** A client without its own checks, so that the gateway's rules apply. */
const open = () => new PaymentsClient({ ...new Sandbox().clientOptions, validate: false });

const base = { name: "Annual pass", description: "Entry for one person", currency: "EUR", amount: 12_900 };
const limited = { ...base, quantity: 5, expired_at: "2099-12-31T23:59:59+00:00" };
const unlimited = { ...base, infinite: true, immortal: true };

const refused: [product: typeof limited | typeof unlimited, change: object, errors: object][] = [
  [limited, { name: "" }, { name: ["is required"] }],
  [limited, { quantity: "" }, { quantity: ["is required unless infinite is true"] }],
  [limited, { quantity: null }, { quantity: ["is required unless infinite is true"] }],
  [limited, { expired_at: null }, { expired_at: ["is required unless immortal is true"] }],
  [limited, { infinite: true, quantity: "5" }, { quantity: ["must not be sent when infinite is true"] }],
  [unlimited, { infinite: false }, { quantity: ["is required unless infinite is true"] }],
  [unlimited, { infinite: null }, { quantity: ["is required unless infinite is true"] }],
  [unlimited, { quantity: "5" }, { quantity: ["must not be sent when infinite is true"] }],
  [unlimited, { immortal: false }, { expired_at: ["is required unless immortal is true"] }],
  [limited, { currency: "ABC" }, { currency: ["is unknown in ISO 4217"] }],
];

test("an update to a product that could not be created is refused and changes nothing", async () => {
  for (const [product, change, errors] of refused) {
    const payments = open();
    const before = await payments.products.create(product);
    const what = JSON.stringify(change);
    const error = await payments.products.update(before.id, change).catch((reason: unknown) => reason);
    expect(error, what).toBeInstanceOf(ValidationError);
    expect(Object(error).errors, what).toStrictEqual(errors);
    expect(await payments.products.get(before.id), what).toStrictEqual(before);
  }
});

test("an update of any other subset is accepted", async () => {
  const accepted: [product: typeof limited | typeof unlimited, change: ProductUpdateParams, after: object][] =
    [
      [limited, { name: "Day pass" }, { name: "Day pass", quantity: 5 }],
      [limited, { quantity: 0 }, { quantity: 0 }],
      [limited, { infinite: true }, { infinite: true, quantity: null }],
      [limited, { infinite: true, quantity: "" }, { infinite: true, quantity: null }],
      [limited, { immortal: true, expired_at: null }, { quantity: 5 }],
      [unlimited, { infinite: false, quantity: 3 }, { infinite: false, quantity: 3 }],
      [unlimited, { immortal: false, expired_at: "2099-01-01T00:00:00Z" }, { infinite: true }],
      [limited, { amount: 9900, infinite: true }, { amount: 9900, infinite: true }],
    ];
  for (const [product, change, after] of accepted) {
    const payments = open();
    const { id } = await payments.products.create(product);
    await payments.products.update(id, change);
    expect(await payments.products.get(id), JSON.stringify(change)).toMatchObject(after);
  }
});
