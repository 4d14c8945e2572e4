/** A payment that a customer could not even begin: the token is unknown, paid, or ran out. */
export class NotPayableError extends Error {
  override readonly name = "NotPayableError";
}
