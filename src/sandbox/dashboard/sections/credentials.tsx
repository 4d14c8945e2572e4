import { environmentLines } from "../../environment-lines.ts";
import { Copy } from "./parts.tsx";

export interface Credentials {
  readonly shopId: string;
  readonly secretKey: string;
  readonly publicKey: string;
  readonly origin: string;
}

const MASKED = "••••••••";

const linesOf = ({ origin, ...credentials }: Credentials): string[] =>
  environmentLines({ ...credentials, baseUrl: origin, checkoutUrl: origin, gatewayUrl: origin });

/** The values for a merchant's configuration. The secret key is hidden until the developer opens it. */
export const CredentialsSection = (credentials: Credentials) => {
  const { shopId, secretKey, publicKey, origin } = credentials;
  return (
    <section id="shop" aria-labelledby="shop-title" tabindex={-1}>
      <h2 id="shop-title">Your shop</h2>
      <dl class="keys">
        <dt>Shop id</dt>
        <dd>
          <code>{shopId}</code>
          <Copy what="shop id" text={shopId} />
        </dd>
        <dt>Secret key</dt>
        <dd>
          <details id="secret-key">
            <summary id="secret-key-summary">
              <span class="masked">{MASKED}</span>
              <span class="show">Show</span>
            </summary>
            <code>{secretKey}</code>
          </details>
          <Copy what="secret key" text={secretKey} />
        </dd>
        <dt>Public key</dt>
        <dd>
          <code class="one-line">{publicKey}</code>
          <Copy what="public key" text={publicKey} />
        </dd>
        <dt>Address</dt>
        <dd>
          <code>{origin}</code>
          <Copy what="address" text={origin} />
        </dd>
      </dl>
      <div class="code">
        <h3>Environment</h3>
        <Copy what="environment lines" text={`${linesOf(credentials).join("\n")}\n`} />
        <pre>
          {linesOf({ ...credentials, secretKey: MASKED }).map((line) => (
            <code class="one-line">{line}</code>
          ))}
        </pre>
      </div>
    </section>
  );
};
