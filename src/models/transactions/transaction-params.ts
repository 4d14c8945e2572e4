import { type Amount, positiveAmount } from "../fields/amount.ts";
import {
  anyObject,
  flag,
  type Optional,
  optional,
  type Section,
  type Shape,
  section,
} from "../fields/primitives.ts";
import { filled, required, textUpTo } from "../fields/text.ts";

/** Parameters of a capture. Source: gateway documentation, "Follow-up transactions". */
export interface CaptureParams {
  /** `uid` of the authorization. Required. */
  parent_uid: string;
  /** Minor units, 1 or more, at most what is left of the authorization. Required. */
  amount: Amount;
  /** The merchant's identifier, at most 255 characters. Default: that of the authorization. */
  tracking_id?: Optional<string>;
  /** True refuses a second call of the same kind with the same amount within 30 seconds. Default true. */
  duplicate_check?: Optional<boolean>;
  /** Additional data, such as `referer`. */
  additional_data?: Optional<object>;
}

/** Parameters of a void, the same as those of a capture. Source: gateway documentation, "Follow-up transactions". */
export interface VoidParams extends CaptureParams {}

/** Parameters of a refund, in the currency of the payment. Source: gateway documentation, "Follow-up transactions". */
export interface RefundParams {
  /** `uid` of the payment or of the capture. Required. */
  parent_uid: string;
  /** Minor units, 1 or more, at most what is left of the payment or the capture. Required. */
  amount: Amount;
  /** Reason of the refund, at most 255 characters. Required. */
  reason: string;
  /**
   * The merchant's identifier, at most 255 characters. Default: that of the payment. A unique one for each refund lets
   * you find out whether a call without a response was processed.
   */
  tracking_id?: Optional<string>;
  /** True refuses a second refund of the same amount within 30 seconds. Default true. */
  duplicate_check?: Optional<boolean>;
  /** Additional data, such as `referer`. */
  additional_data?: Optional<object>;
}

const LONGEST = 255;

const followUp = (): Shape<CaptureParams> => ({
  parent_uid: filled,
  amount: positiveAmount,
  tracking_id: optional(textUpTo(LONGEST)),
  duplicate_check: optional(flag),
  additional_data: optional(anyObject),
});

/** The zod model of {@link CaptureParams}. */
export const captureParamsSchema: Section<CaptureParams> = section(followUp);

/** The zod model of {@link VoidParams}. */
export const voidParamsSchema: Section<VoidParams> = section(followUp);

/** The zod model of {@link RefundParams}. */
export const refundParamsSchema: Section<RefundParams> = section(
  (): Shape<RefundParams> => ({
    ...followUp(),
    reason: required(textUpTo(LONGEST)),
  }),
);
