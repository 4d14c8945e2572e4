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
  /** Minor units, 1 or more, at most what is left of the authorization. Required. */
  amount: positiveAmount,
  /** The merchant's identifier, at most 255 characters. Default: that of the authorization. */
  tracking_id: optional(textUpTo(LONGEST)),
  /** True refuses a second call of the same kind with the same amount within 30 seconds. Default true. */
  duplicate_check: optional(flag),
  /** Additional data, such as `referer`. */
  additional_data: optional(anyObject),
});

/** Parameters of a capture. Source: gateway documentation, "Follow-up transactions". */
export interface CaptureParams extends Infer<typeof captureFields>, Named {}

/** Parameters of a void, the same as those of a capture. Source: gateway documentation, "Follow-up transactions". */
export interface VoidParams extends CaptureParams {}

const refundFields = () => ({
  /** `uid` of the payment or of the capture. Required. */
  parent_uid: filled,
  /** Minor units, 1 or more, at most what is left of the payment or the capture. Required. */
  amount: positiveAmount,
  /** Reason of the refund, at most 255 characters. Required. */
  reason: required(textUpTo(LONGEST)),
  /**
   * The merchant's identifier, at most 255 characters. Default: that of the payment. A unique one for each refund lets
   * you find out whether a call without a response was processed.
   */
  tracking_id: optional(textUpTo(LONGEST)),
  /** True refuses a second refund of the same amount within 30 seconds. Default true. */
  duplicate_check: optional(flag),
  /** Additional data, such as `referer`. */
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
