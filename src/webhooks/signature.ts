import { WebhookError } from "../errors/webhook-error.ts";
import { decodeBase64 } from "./crypto/base64.ts";
import { createVerifier, type Verifier } from "./crypto/rsa.ts";

/** Throws unless exactly one signature was sent, and it is the body's. */
export type SignatureCheck = (sent: readonly string[], bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

/** A check of signatures by one key or, while keys are changed, by any of several. */
export function createSignatureCheck(keys: readonly Uint8Array<ArrayBuffer>[]): SignatureCheck {
  let verifiers: Promise<Verifier[]> | undefined;
  return async (sent, bytes) => {
    verifiers ??= Promise.all(keys.map(createVerifier));
    const signature = sent.length === 1 ? decodeBase64(sent[0] ?? "") : undefined;
    if (signature) {
      for (const isSignatureOf of await verifiers) if (await isSignatureOf(signature, bytes)) return;
    }
    throw new WebhookError("signature", "The Content-Signature does not match the body and publicKey");
  };
}
