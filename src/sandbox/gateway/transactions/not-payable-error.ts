/** A payment that cannot start or be completed: the token is unknown, paid or expired, or does not offer the method. */
export class NotPayableError extends Error {
  override readonly name = "NotPayableError";
}
