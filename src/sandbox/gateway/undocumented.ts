import { unnamedFields } from "../../api/fields/undocumented.ts";
import { modelsOf } from "../../api/operation-models.ts";
import { type ApiOperation, rowOf } from "../../api/operations.ts";
import { nearestName } from "../../shared/nearest-name.ts";
import { sectionOf } from "./input/section.ts";

/** A field of a request that the reference does not name: it is sent, and does nothing. */
export interface UndocumentedField {
  /** Where it is in the body. */
  readonly path: readonly string[];
  /** The documented name that it resembles, in the same object; undefined if there is none. */
  readonly nearest: string | undefined;
}

/**
 * Fields that public modules for shops send, and other clients with card data. Source: gateway documentation, "Merchants
 * also send".
 */
const KNOWN: ReadonlySet<string> = new Set([
  "checkout.version",
  "checkout.public_key",
  "checkout.customer.ip",
  "checkout.settings.button_text",
  "checkout.settings.card_notification_url",
  "checkout.settings.widget_version",
  "checkout.settings.customer_fields.hidden",
  "checkout.order.fiscalization",
  "checkout.order.additional_data.fiscalization",
  "checkout.order.additional_data.meta",
  "checkout.order.additional_data.platform_data",
  "checkout.order.additional_data.integration_data",
  "request.additional_data.fiscalization",
  "request.additional_data.platform_data",
  "request.additional_data.integration_data",
  "request.credit_card.number",
  "request.credit_card.verification_value",
  "request.credit_card.holder",
  "request.credit_card.exp_month",
  "request.credit_card.exp_year",
  "shop_id",
  "notification_url",
  "success_url",
  "fail_url",
  "additional_data",
  "visible",
]);

/** Fields that are listed of one request, at most. */
const MAX_FIELDS = 100;

export function undocumentedFields(operation: ApiOperation | undefined, body: unknown): UndocumentedField[] {
  const model = operation && modelsOf(operation).params;
  if (!model) return [];
  const { bodyKey } = rowOf(operation);
  const root = bodyKey === undefined ? [] : [bodyKey];
  const value = root.reduce((inner: unknown, key) => sectionOf(inner)[key], body);
  const found: UndocumentedField[] = [];
  for (const { path, named } of unnamedFields(model, value, root)) {
    if (found.length === MAX_FIELDS) break;
    if (KNOWN.has(path.join("."))) continue;
    found.push({ path, nearest: nearestName(path.at(-1) ?? "", named) });
  }
  return found;
}
