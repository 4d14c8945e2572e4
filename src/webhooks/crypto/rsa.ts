/** Whether a signature is of these bytes: RSA, PKCS#1 v1.5, SHA-256. */
export type Verifier = (
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
) => boolean | Promise<boolean>;

async function overWebCrypto(der: Uint8Array<ArrayBuffer>): Promise<Verifier> {
  const { subtle } = crypto;
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const key = await subtle.importKey("spki", der, algorithm, false, ["verify"]);
  return (signature, bytes) => subtle.verify(algorithm.name, key, signature, bytes);
}

/** A verifier with a public key that was checked before. */
export async function createVerifier(der: Uint8Array<ArrayBuffer>): Promise<Verifier> {
  // Where Node's own crypto is at hand, a notification costs a fifth of the time: it has no thread to wait for.
  const node = globalThis.process?.getBuiltinModule?.("node:crypto");
  if (!node) return overWebCrypto(der);
  const key = node.createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
  return (signature, bytes) => node.verify("sha256", bytes, key, signature);
}
