/** Values that a program may pass by mistake or with bad intent. */
import { inspect } from "node:util";
import { PaymentsError } from "../../src/index.ts";
import { fc } from "./fast-check.ts";

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

/** An object with a circular reference. */
const cyclic = fc
  .dictionary(fc.string(), fc.jsonValue())
  .map((fields) => Object.assign(fields, { self: fields }));

/** Any JavaScript value that runs no code when it is read. */
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

/** Objects with these fields, with dangerous names too, and any values. */
export const fieldsOf = (names: readonly string[], value: fc.Arbitrary<unknown> = anything) =>
  fc.dictionary(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, dangerousName), value);

/** The error that a merchant's object throws when it is read. */
class MerchantError extends Error {}

const fail = (): never => {
  throw new MerchantError("a getter of the merchant's failed");
};

/** A proxy that throws on every access. */
const throwingProxy = (): object =>
  new Proxy(
    {},
    { get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail, getPrototypeOf: fail },
  );

/** Factories of objects that throw when one of these fields, or any field, is read. */
const throwing = (names: readonly string[]): fc.Arbitrary<() => object> =>
  fc.oneof(
    fc.constant(throwingProxy),
    fc.constantFrom(...names).map((name) => () => ({ [name]: throwingProxy() })),
    fc.tuple(fc.constantFrom(...names), fieldsOf(names)).map(
      ([name, fields]) =>
        () =>
          Object.defineProperty({ ...fields }, name, { get: fail, enumerable: true }),
    ),
  );

/** Fails unless an action succeeds, or fails with an error of this package or an allowed one. */
export async function onlyPackageErrors(
  action: () => unknown,
  isAllowed: (failure: unknown) => boolean = () => false,
): Promise<void> {
  try {
    await action();
  } catch (failure) {
    if (failure instanceof PaymentsError || isAllowed(failure)) return;
    throw new Error(`threw an unexpected error: ${inspect(failure, { depth: 0 })}`, { cause: failure });
  }
}

/** The same for an action with any of these values. */
export const onlyPackageErrorsFor = <Value>(
  values: fc.Arbitrary<Value>,
  action: (value: Value) => unknown,
  isAllowed?: (failure: unknown) => boolean,
): Promise<void> =>
  fc.assert(fc.asyncProperty(values, (value) => onlyPackageErrors(() => action(value), isAllowed)));

/** Fails unless an action passes on only the errors of objects that throw when one of these fields is read. */
export const passesOnErrorsOf = (
  names: readonly string[],
  action: (given: object) => unknown,
): Promise<void> => onlyPackageErrorsFor(throwing(names), (make) => action(make()), isMerchantError);

const isMerchantError = (failure: unknown): boolean => failure instanceof MerchantError;
