import * as z from "zod/mini";
import { minorUnits } from "../../payments/currencies.ts";
import { toMinorUnits } from "../../payments/money.ts";
import { didYouMean } from "../../shared/nearest-name.ts";
import { isRecord } from "../../shared/values.ts";
import { decimalAmount } from "../format-amount.ts";
import { Refusal } from "../gateway/gateway.ts";

const expects = (form: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined ? `is missing. It must be ${form}` : `must be ${form}`,
});

export const text = z.string(expects("text"));

export const uidOfPayment = z.string(
  expects("the uid of a transaction, which `payments-client orders ID` prints"),
);

// The oldest zod of the range has no `ZodMiniInt`, which the declarations would name.
const whole: z.ZodMiniNumber<number> = z.int();

export const flag = z.pipe(
  z.union([z.boolean(), z.enum(["true", "false"])], expects("true or false")),
  z.transform((value) => String(value) === "true"),
);

export const integer = (form: string, least = 0, most: number = Number.MAX_SAFE_INTEGER) =>
  z
    .pipe(z.union([whole, z.string().check(z.regex(/^\d+$/))], expects(form)), z.transform(Number))
    .check(
      z.refine((value) => Number.isSafeInteger(value) && value >= least && value <= most, `must be ${form}`),
    );

export const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, expects(`one of ${names.join(", ")}`));

export const record = z.record(z.string(), z.unknown(), expects("an object"));

/** Minor units as an integer, or a displayed amount as text, such as `28.60`. */
export const amountParam = z.union([whole, z.string()], expects("minor units, or text such as 28.60"));

/** @throws Refusal for a wrong or an unknown parameter. */
export function parseParams<Shape extends z.core.$ZodShape>(
  schema: z.ZodMiniObject<Shape, z.core.$strict>,
  params: unknown,
): z.output<typeof schema> {
  if (!isRecord(params)) throw new Refusal("wrong_type", "The body must be a JSON object");
  const read = schema.safeParse(params);
  if (read.success) return read.data;
  const { issues } = read.error;
  // A misspelled name explains a missing parameter.
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  if (issue?.code === "unrecognized_keys") {
    const [name = ""] = issue.keys;
    const names = Object.keys(schema.shape);
    const known = names.length === 0 ? "It takes no parameters" : `The parameters are ${names.join(", ")}`;
    const message = [`There is no parameter ${name}.`, didYouMean(name, names), known]
      .filter(Boolean)
      .join(" ");
    throw new Refusal("wrong_value", message, name);
  }
  const field = issue?.path.join(".") ?? "";
  throw new Refusal("wrong_value", `${field} ${issue?.message ?? "is wrong"}`, field);
}

/**
 * Returns an amount in minor units. A displayed amount, such as `28.60` or `28,60`, is converted. `1,000` is refused, because
 * it has two meanings.
 */
export const readAmount = (given: number | string, currency: string, example = 2860): number => {
  if (typeof given === "number" || minorUnits(currency) === undefined) return Number(given);
  try {
    const minor = toMinorUnits(given.trim().replace(/,(?=\d{1,2}$)/, "."), currency);
    if (minor > 0) return minor;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const displayed = decimalAmount(example, currency);
  throw new Refusal("wrong_value", `Enter an amount in ${currency} above 0, such as ${displayed}`, "amount");
};
