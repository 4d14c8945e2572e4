import { IDEMPOTENCY_KEY } from "../client/prepare/idempotency.ts";
import type { Schema } from "./schema.ts";

export const apiVersion: Schema = {
  name: "X-API-Version",
  in: "header",
  description: "Version of the payment token API.",
  schema: { type: "string", enum: ["2"] },
};

export const requestId: Schema = {
  name: "RequestID",
  in: "header",
  description:
    "Idempotency key, such as a UUID. For 24 hours, the gateway answers every request with the same key with the result of the " +
    "first.",
  schema: { type: "string", pattern: IDEMPOTENCY_KEY.source },
};

export const contentSignature: Schema = {
  name: "Content-Signature",
  in: "header",
  description:
    "Base64 of an RSA signature (PKCS#1 v1.5, SHA-256) over the raw body. The public key is in the back office.",
  schema: { type: "string", contentEncoding: "base64" },
};

export const retryAfter: Schema = {
  "Retry-After": { description: "Seconds to wait, or a date.", schema: { type: "string" } },
};
