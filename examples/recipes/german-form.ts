import {
  InvalidRequestError,
  type Issue,
  type PaymentsClient,
  type ProductCreateParams,
} from "payments-client";

const inGerman = ({ code, params }: Issue): string => {
  switch (code) {
    case "required":
      return "Bitte ausfüllen.";
    case "too_small":
      return `Mindestens ${params?.["minimum"]}.`;
    case "too_big":
      return `Höchstens ${params?.["maximum"]}.`;
    case "too_long":
      return `Höchstens ${params?.["maximum"]} Zeichen.`;
    case "forbidden":
      return "Bitte leer lassen.";
    default:
      return "Bitte prüfen.";
  }
};

/** Creates a product from a form. Returns a sentence for each field that is wrong. */
export async function createProduct(
  payments: PaymentsClient,
  form: ProductCreateParams,
): Promise<Record<string, string>> {
  try {
    await payments.products.create(form);
    return {};
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return Object.fromEntries(
      error.issues.map((issue) => [issue.path.join("."), inGerman(issue)]),
    );
  }
}
