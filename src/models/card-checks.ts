import { type Optional, optional, type Section, type Shape, section } from "./fields/primitives.ts";
import { text } from "./fields/text.ts";

/** The result of a check of the address or of the security code. */
export interface CheckResult {
  /** `M`: match, `N`: no match, `B`: only the address matches, `P`: only the ZIP; `U`, `E`, `0` and `1`: no result. */
  result_code?: Optional<string>;
}

/** The checks of a card's billing address (AVS) and security code (CVC). Source: gateway documentation, "Test cards". */
export interface AvsCvcVerification {
  /** The check of the billing address. */
  avs_verification?: Optional<CheckResult>;
  /** The check of the security code. */
  cvc_verification?: Optional<CheckResult>;
}

/** The result of 3-D Secure. Source: gateway documentation, "Notifications". */
export interface ThreeDSecureVerification {
  /** Result of the authentication: `Y`, `A` (attempted), `N`, `U`, `R`, or an unknown one. */
  pa_status?: Optional<string>;
  /** Electronic commerce indicator, such as `05`. */
  eci?: Optional<string>;
  /** Whether the card is enrolled: `Y`, `N`, `U`. */
  ve_status?: Optional<string>;
}

/** The zod model of {@link CheckResult}. */
export const checkResultSchema: Section<CheckResult> = section({
  result_code: optional(text),
} satisfies Shape<CheckResult>);

/** The zod model of {@link AvsCvcVerification}. */
export const avsCvcVerificationSchema: Section<AvsCvcVerification> = section({
  avs_verification: optional(checkResultSchema),
  cvc_verification: optional(checkResultSchema),
} satisfies Shape<AvsCvcVerification>);

/** The zod model of {@link ThreeDSecureVerification}. */
export const threeDSecureVerificationSchema: Section<ThreeDSecureVerification> = section({
  pa_status: optional(text),
  eci: optional(text),
  ve_status: optional(text),
} satisfies Shape<ThreeDSecureVerification>);
