import { positiveAmount } from "../fields/amount.ts";
import {
  anyObject,
  flag,
  type Infer,
  type Named,
  optional,
  type Section,
  section,
} from "../fields/primitives.ts";
import { filled, required, textUpTo } from "../fields/text.ts";

const LONGEST = 255;

const captureFields = () => ({
  /** `uid` of the authorization. Required. */
  parent_uid: filled,
  /** Amount in minor units. Required. 1 or more, at most the remaining amount of the authorization. */
  amount: positiveAmount,
  /**
   * Your identifier. A different one for each call lets you find the transaction after a lost response. Default: the
   * authorization's. At most 255 characters.
   */
  tracking_id: optional(textUpTo(LONGEST)),
  /**
   * True makes the gateway refuse a second call of the same kind with the same amount within 30 seconds. Default true.
   */
  duplicate_check: optional(flag),
  /** Additional data, such as `referer`. Default: none. */
  additional_data: optional(anyObject),
});

/** Parameters of a capture. Source: gateway documentation, "Follow-up transactions". */
export interface CaptureParams extends Infer<typeof captureFields>, Named {}

/**
 * Parameters of a void, which are the same as for a capture. Source: gateway documentation, "Follow-up transactions".
 */
export interface VoidParams extends CaptureParams {}

const refundFields = () => ({
  /** `uid` of the payment or of the capture. Required. */
  parent_uid: filled,
  /** Amount in minor units. Required. 1 or more, at most the remaining amount of the payment or the capture. */
  amount: positiveAmount,
  /** Reason of the refund. Required. At most 255 characters. */
  reason: required(textUpTo(LONGEST)),
  /**
   * Your identifier. A different one for each refund lets you find the refund after a lost response. Default: the
   * payment's. At most 255 characters.
   */
  tracking_id: optional(textUpTo(LONGEST)),
  /** True makes the gateway refuse a second refund of the same amount within 30 seconds. Default true. */
  duplicate_check: optional(flag),
  /** Additional data, such as `referer`. Default: none. */
  additional_data: optional(anyObject),
});

/** Parameters of a refund, in the currency of the payment. Source: gateway documentation, "Follow-up transactions". */
export interface RefundParams extends Infer<typeof refundFields>, Named {}

/** The zod model of {@link CaptureParams}. */
export const captureParamsSchema: Section<CaptureParams> = section(captureFields);

/** The zod model of {@link VoidParams}. */
export const voidParamsSchema: Section<VoidParams> = section(captureFields);

/** The zod model of {@link RefundParams}. */
export const refundParamsSchema: Section<RefundParams> = section(refundFields);
