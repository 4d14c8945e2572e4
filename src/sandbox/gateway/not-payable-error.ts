/** A payment that cannot start: the token is unknown, paid or expired. */
export class NotPayableError extends Error {
  override readonly name = "NotPayableError";
}
