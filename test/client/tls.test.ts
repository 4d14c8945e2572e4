import { describe, expect, test, vi } from "vitest";
import { ConnectionError, type Fetch } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { newProduct, rejection } from "./calls.ts";
import { failure, fetchFailed } from "./failures.ts";

describe("a failure of TLS", () => {
  const codesOf = {
    untrusted: [
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "HOSTNAME_MISMATCH",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "UNABLE_TO_DECRYPT_CERT_SIGNATURE",
      "UNABLE_TO_GET_ISSUER_CERT",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "CERT_HAS_EXPIRED",
      "CERT_NOT_YET_VALID",
      "CERT_REVOKED",
      "CERT_UNTRUSTED",
      "CERT_REJECTED",
      "CERT_SIGNATURE_FAILURE",
      "CERT_CHAIN_TOO_LONG",
      "INVALID_CA",
      "INVALID_PURPOSE",
      "SELF_SIGNED_CERT",
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "SELF_SIGNED_CERT_IN_CHAIN",
    ],
    unclear: [
      "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
      "ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE",
      "X_CERT_HAS_EXPIRED",
      "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC",
      "LEAF",
      "MY_CONNECT_TIMEOUT",
    ],
  };

  const safetyOf = async (code: string): Promise<boolean> => {
    await using gateway = await startGateway({ status: 500 });
    const fetch = vi.fn<Fetch>(() => Promise.reject(fetchFailed(failure("tls", { code }))));
    const call = gateway.client({ fetch, maxRetries: 0 }).products.create(newProduct);
    return (await rejection(call, ConnectionError)).safeToRetry;
  };

  test("before the connection is established is safe to retry", async () => {
    for (const code of codesOf.untrusted) expect(await safetyOf(code), code).toBe(true);
  });

  test("on an established connection may come after the request", async () => {
    for (const code of codesOf.unclear) expect(await safetyOf(code), code).toBe(false);
  });
});

test("https to a port that speaks http: one line, without line breaks", async () => {
  await using gateway = await startGateway({ status: 500 });
  const baseUrl = gateway.url.replace("http:", "https:");
  const call = gateway.client({ baseUrl, maxRetries: 0 }).products.list();
  const { message } = await rejection(call, ConnectionError);
  expect(message).toContain("wrong version number");
  expect(message).not.toMatch(/\s\s|[\r\n]/);
});
