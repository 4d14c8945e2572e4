import { describe, expect, test } from "vitest";
import { ConnectionError, type Fetch, PaymentsClient } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { newProduct, rejection } from "./calls.ts";
import { good } from "./construct.ts";
import { failure, fetchFailed } from "./failures.ts";

describe("a failure of TLS", () => {
  const codesOf = {
    untrusted: [
      ...["ERR_TLS_CERT_ALTNAME_INVALID", "HOSTNAME_MISMATCH", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
      ...["UNABLE_TO_DECRYPT_CERT_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT"],
      ...["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID", "CERT_REVOKED"],
      ...["CERT_UNTRUSTED", "CERT_REJECTED", "CERT_SIGNATURE_FAILURE", "CERT_CHAIN_TOO_LONG", "INVALID_CA"],
      ...["INVALID_PURPOSE", "SELF_SIGNED_CERT", "DEPTH_ZERO_SELF_SIGNED_CERT"],
      "SELF_SIGNED_CERT_IN_CHAIN",
    ],
    unclear: [
      ...["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE"],
      ...["X_CERT_HAS_EXPIRED", "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC", "LEAF"],
      "MY_CONNECT_TIMEOUT",
    ],
  };

  test.each([
    ["before the connection is established is safe to retry", codesOf.untrusted, true],
    ["on an established connection may come after the request", codesOf.unclear, false],
  ])("%s", async (_, codes, isSafe) => {
    for (const code of codes) {
      const fetch: Fetch = () => Promise.reject(fetchFailed(failure("tls", { code })));
      const client = new PaymentsClient({ ...good, fetch, maxRetries: 0 });
      const error = await rejection(client.products.create(newProduct), ConnectionError);
      expect(error.safeToRetry, code).toBe(isSafe);
    }
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
