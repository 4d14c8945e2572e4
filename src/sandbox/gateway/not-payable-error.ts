/**
 * A payment that cannot be begun or completed, such as for a token that is unknown, paid or ran out, or does not offer
 * the method.
 */
export class NotPayableError extends Error {
  override readonly name = "NotPayableError";
}
