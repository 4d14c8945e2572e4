/** A payment cannot start or be completed. The message contains the reason, for example an expired token. */
export class NotPayableError extends Error {
  override readonly name = "NotPayableError";
}
