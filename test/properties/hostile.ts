/** What a program can hand over by mistake or by malice. The seed is fixed: CI tries the same values every time. */
import { inspect } from "node:util";
import * as fc from "fast-check";
import { PaymentsError } from "../../src/index.ts";

fc.configureGlobal({ seed: 4821, numRuns: 70 });

/** Any 16-bit units: also control characters and halves of surrogate pairs. */
export const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
  fc.string({
    unit: fc.constantFrom("\r", "\n", "\0", "\t", " ", ":", "/", ".", "%", "?", "#", "\ud800", "a"),
  }),
);

const dangerousName = fc.constantFrom(
  "__proto__",
  "constructor",
  "prototype",
  "toJSON",
  "toString",
  "valueOf",
  "then",
  "length",
);

const leaf = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.bigInt(),
  fc.boolean(),
  fc.constantFrom<unknown>(null, undefined, "", Symbol("any"), () => undefined, class {}),
);

/** An object that holds itself. */
const cyclic = fc
  .dictionary(fc.string(), fc.jsonValue())
  .map((fields) => Object.assign(fields, { self: fields }));

/** Any value of JavaScript that runs no code of its own when it is read. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, undefined),
  leaf,
  fc.anything({
    values: [leaf],
    key: fc.oneof(fc.string(), dangerousName),
    maxDepth: 2,
    maxKeys: 4,
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  }),
  cyclic,
);

/** Any fields by these names, well and badly spelled, of any value. */
export const fieldsOf = (names: readonly string[], value: fc.Arbitrary<unknown> = anything) =>
  fc.dictionary(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, dangerousName), value);

/** What an object of the merchant's own throws when it is read. Nothing but this error can come of it. */
class MerchantsOwnError extends Error {}

const fail = (): never => {
  throw new MerchantsOwnError("a getter of the merchant's failed");
};

/** A proxy that lets nothing be asked of it. */
const closedProxy = (): object =>
  new Proxy(
    {},
    { get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail, getPrototypeOf: fail },
  );

/** Makers of objects that throw when one of these fields is read, or anything at all. */
export const throwing = (names: readonly string[]): fc.Arbitrary<() => object> =>
  fc.oneof(
    fc.constant(closedProxy),
    fc.constantFrom(...names).map((name) => () => ({ [name]: closedProxy() })),
    fc.tuple(fc.constantFrom(...names), fieldsOf(names)).map(
      ([name, fields]) =>
        () =>
          Object.defineProperty({ ...fields }, name, { get: fail, enumerable: true }),
    ),
  );

/** Fails unless an action ends well, or with an error of this package, or with another that is allowed here. */
export async function onlyOurs(
  action: () => unknown,
  isAllowed: (failure: unknown) => boolean = () => false,
): Promise<void> {
  try {
    await action();
  } catch (failure) {
    if (failure instanceof PaymentsError || isAllowed(failure)) return;
    throw new Error(`came out: ${inspect(failure, { depth: 0 })}`, { cause: failure });
  }
}

export const isMerchantsOwn = (failure: unknown): boolean => failure instanceof MerchantsOwnError;

/** A `RangeError` of ours, as money and return URLs document it: not the engine's. */
export const isDocumentedRangeError = (failure: unknown): boolean =>
  failure instanceof RangeError && !/call stack|invalid|too large/i.test(failure.message);
